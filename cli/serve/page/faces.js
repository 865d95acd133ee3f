/* The faces of a deck: the sheet, cut into its faces; a tap on one, and on the card that it is. */
import {$, fresh, make, open, ours, press, refill, state, t, toast} from "./tools.js";
import {post, say} from "./say.js";
import {drawPicture} from "./photo.js";

/* The picture, and of which version; the face asked for; the card that may come next; a photograph's id. */
let sheet = null, shown = 0, ready = 0, at = -1, next = 0, sent = null;

/* In parts, as text: nothing else goes through the pipe. */
async function renew({version, parts}) {
    let text = "";
    shown = version;
    try {
        for (let part = 0; part < parts; part++) text += await (await fetch("/p/sheet?part=" + part)).text();
        const picture = parts && await createImageBitmap(new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]));
        if (shown !== version) return;
        sheet = picture;
        ready = version;
        $("faces").source = null;
    } catch { await new Promise(done => setTimeout(done, 1500)); shown = 0; }
    showFaces();
}
function cut({x, y}) {
    const {width, height} = state.faces, canvas = make("canvas", {width, height});
    if (sheet) canvas.getContext("2d").drawImage(sheet, x, y, width, height, 0, 0, width, height);
    return canvas;
}
const title = k => t("Face {n}: {card}", {n: k + 1, card: ours(state.faces.faces[k].card) || "?"});
const pair = (one, two) => ({card: ours(one), other: ours(two)});

export function showFaces() {
    const all = state.faces;
    if (!all) return;
    document.body.classList.remove("waiting");
    $("game").textContent = ours(all.game);
    if (all.version !== shown) renew(all);
    refill($("faces"), JSON.stringify([state.tongue, all]), draw);
    if ($("face").open && ready === all.version) ask(at);
}
function draw() {
    const {faces, lacking, alike} = state.faces, n = lacking.length;
    return [
        make("p", {}, !faces.length ? t("Lay the cards in rows on a plain cloth, and photograph them from above.") : n ? t("Tap a face, then the card that it is. Cards without a face: {n}.", {n}) : t("Every card has its face.")),
        ...alike.map(two => make("p", {}, t("{card} and {other} look very much alike.", pair(...two)))),
        ...[...new Set(faces.map(face => face.row))].map(row => make("div", {}, ...faces.map((face, k) => face.row !== row ? null :
            make("button", {class: !face.card && "ask", "aria-label": title(k), onclick: () => ask(k)}, cut(face), ours(face.card) || "?")))),
        make("div", {class: "row"}, make("label", {class: "button"}, t("Photograph"), make("input", {type: "file", accept: "image/*", onchange: send})),
            press(t("Done"), () => say("done"), {class: !n && "main"})),
    ];
}
function ask(k) {
    const {faces, lacking} = state.faces, face = faces[k], list = [];
    at = k;
    if (!face) return $("face").close();
    /* the rest of its row, and so many cards that lack, in the deck's order */
    for (let i = k; faces[i]?.row === face.row && !faces[i].card && lacking[next + i - k]; i++) list.push([i, lacking[next + i - k]]);
    $("face-title").textContent = title(k);
    refill($("face-cards"), JSON.stringify([k, state.tongue, ready, next]), () => [cut(face), ...list.length > 1 ? [press(t("{card} to {other}: the rest of the row", pair(list[0][1], list.at(-1)[1])), () => name(list), {class: "main"})] : [],
        ...[...new Set(lacking.map(card => card.suit))].map(suit => make("div", {class: "row"}, ...lacking.map((card, i) => card.suit === suit ? press(ours(card), () => name([[k, card]], i)) : null))),
        press(face.card ? t("Not this card") : t("No card of this deck"), () => name([[k, {code: face.card ? "?" : "-"}]]))]);
    if (!$("face").open) open($("face"));
}
function name(list, from = next) {
    const [face, {code}] = list[0], after = state.faces.faces.findIndex((one, k) => k > list.at(-1)[0] && !one.card);
    next = from;
    at = code === "?" ? face : code === "-" ? after - 1 : after;    /* those behind one that is dropped move up */
    say(list.map(([k, card]) => k + " " + card.code).join(" "));
    if (at < 0) $("face").close();
}
async function send({target}) {
    sent = fresh();
    toast(t("Reading the picture."));
    try {
        const answer = await post(`/photo?id=${sent}&as=show`, await drawPicture(target.files[0]), "image/jpeg", 60000);
        if (!answer.ok) throw answer;
    } catch { toast(t("This picture could not be sent.")); }
}
export const facesAdded = value => { if (value?.id === sent) toast(ours(value)); };

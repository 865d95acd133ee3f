/* A photograph: drawn upright, sent, and what was found in it shown on it, to be corrected by a tap and then said. */
import {$, coloured, fresh, make, ours, press, state, t} from "./tools.js";
import {post, say} from "./say.js";
import {seatToken} from "./answer.js";
import {bySuit} from "./parts.js";

const MOST_PIXELS = 12e6;
let shot = null;            /* {id, cards, deck, as, seat, at}: the picture being corrected */

/* Upright (canvases are drawn as the camera was held) and no larger than what is read. */
export async function drawPicture(file) {
    const image = new Image(), url = URL.createObjectURL(file), canvas = $("picture-canvas");
    image.src = url;
    try {
        await image.decode();
        const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (image.naturalWidth * image.naturalHeight)));
        canvas.width = Math.round(image.naturalWidth * scale);
        canvas.height = Math.round(image.naturalHeight * scale);
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    } finally {
        URL.revokeObjectURL(url);
    }
    return new Promise((done, fail) => canvas.toBlob(blob => blob ? done(blob) : fail(new Error("empty")), "image/jpeg", 0.92));
}
async function photograph(file) {
    shot = {id: fresh(), cards: [], unread: [], deck: [], as: state.table?.ask?.ways?.some(w => w.tap) && state.table.ask.led !== null ? "trick" : "hand", seat: state.me.seat ?? state.table?.ask?.seat ?? 0};
    const id = shot.id;
    $("picture-cards").replaceChildren();
    $("picture-form").hidden = true;
    $("picture-state").textContent = t("Reading the picture.");
    $("picture").showModal();
    try {
        const blob = await drawPicture(file);
        const answer = await post(`/photo?id=${id}&as=${shot.as}`, blob, "image/jpeg", 60000);
        if (!answer.ok) throw new Error(String(answer.status));
        setTimeout(() => { if (shot?.id === id && !shot.read) $("picture-state").textContent = t("This takes longer than usual."); }, 8000);
    } catch {
        if (shot?.id === id) $("picture-state").textContent = t("This picture could not be sent.");
    }
}
export function found(value) {
    if (!shot || value?.id !== shot.id) return;
    Object.assign(shot, {read: true, cards: (value.cards || []).map(c => ({...c, token: c.card, en: c.text?.en, ja: c.text?.ja, ...value.deck?.find(one => one.token === c.card)})), unread: value.unread || [],
        deck: value.deck || [], width: value.width, height: value.height, told: value});
    showPicture();
}
function outline(place, label, kind, act) {
    const svg = (tag, attributes, text) => {
        const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
        for (const [name, v] of Object.entries(attributes)) e.setAttribute(name, v);
        if (text) e.textContent = text;
        return e;
    };
    const xs = place.x || [], ys = place.y || [], size = Math.max(shot.width, shot.height) / 26;
    if (!xs.length) return [];
    const shape = svg("polygon", {points: xs.map((x, k) => x + "," + ys[k]).join(" "), class: kind});
    shape.addEventListener("click", act);
    const middle = list => list.reduce((a, b) => a + b, 0) / list.length;
    return [shape, svg("text", {x: middle(xs), y: middle(ys), "font-size": size, "stroke-width": size / 5}, label)];
}
function showPicture() {
    const count = shot.cards.length, said = [ours(shot.told)].flat().filter(Boolean).join(" ");
    $("picture-state").textContent = said || (count ? t("Cards found: {count}", {count}) : t("No card was found. Take it again, from nearer."));
    $("picture-canvas").setAttribute("aria-label", t("The picture, with the cards found in it"));
    $("picture-cards").setAttribute("viewBox", `0 0 ${shot.width || 1} ${shot.height || 1}`);
    $("picture-cards").replaceChildren(...shot.cards.flatMap((card, k) => outline(card, ours(card), "card", () => pickFound(k))),
        ...shot.unread.flatMap(place => outline(place, "?", "unread", () => pickFound(-1, place))));
    $("picture-form").hidden = false;
    $("picture-form").replaceChildren(...drawFound());
}
function pickFound(k, place = null) {
    shot.at = shot.at === k && !place ? null : k;
    shot.place = place;
    showPicture();
    $("picture-form").querySelector(".chosen button")?.focus();
}
function correct(card) {
    const place = shot.at >= 0 ? shot.cards[shot.at] : shot.place || {};
    const next = {...card, x: place.x, y: place.y};
    if (shot.at >= 0) shot.cards[shot.at] = next;
    else { shot.cards.push(next); shot.unread = shot.unread.filter(one => one !== shot.place); }
    shot.at = shot.place = null;
    showPicture();
}
function moveFound(by) {
    const to = shot.at + by, [card] = shot.cards.splice(shot.at, 1);
    shot.cards.splice(to, 0, card);
    shot.at = to;
    showPicture();
}
function drawChosen() {
    const k = shot.at, box = make("div", {class: "chosen"});
    if (k >= 0)
        box.append(make("div", {class: "row"},
            press(t("Remove"), () => { shot.cards.splice(k, 1); shot.at = null; showPicture(); }),
            shot.as === "trick" ? press(t("Earlier"), () => moveFound(-1), {disabled: k === 0}) : null,
            shot.as === "trick" ? press(t("Later"), () => moveFound(1), {disabled: k === shot.cards.length - 1}) : null));
    box.append(make("h3", {}, k >= 0 ? t("Another card instead of {card}", {card: ours(shot.cards[k])}) : t("Which card is it?")));
    const likely = (shot.place?.likely || []).map(token => shot.deck.find(c => c.token === token)).filter(Boolean);
    for (const [suit, cards] of [["", likely], ...bySuit(shot.deck)].filter(([, cards]) => cards.length))
        box.append(make("div", {class: suit ? "suit" : "kinds"}, ...cards.map(card =>
            press(ours(card), () => correct(card), {class: "tile", "data-suit": coloured(card), "data-card": card.token}))));
    return box;
}
function drawFound() {
    const pick = (key, options) => make("div", {class: "row"}, ...options.map(([value, text]) =>
        press(text, () => { shot[key] = value; showPicture(); }, {"aria-pressed": String(shot[key] === value)})));
    const chips = make("div", {class: "row", role: "list"}, ...shot.cards.map((card, k) => make("span", {role: "listitem"},
        press(ours(card), () => pickFound(k), {class: "tile", "data-suit": coloured(card), "data-found": card.token, "aria-pressed": String(shot.at === k)}))),
        press(t("Add a card"), () => pickFound(-1), {class: "quiet"}));
    const line = foundLine(), own = shot.as === "hand" && shot.seat === state.me.seat ? {hand: shot.cards.map(card => card.token)} : {};
    return [chips, shot.at !== null && shot.at !== undefined ? drawChosen() : null,
        make("div", {class: "part"}, make("h3", {}, t("What is in the picture?")),
            pick("as", [["hand", t("A hand")], ["trick", t("Cards played, in this order")], ["show", t("Cards shown")]])),
        shot.as === "trick" ? null : make("div", {class: "part"}, make("h3", {}, t("Whose?")), pick("seat", state.table.players.map((p, seat) => [seat, p.name]))),
        make("div", {class: "answer"}, make("div", {class: "words"}, make("span", {}, line)),
            press(t("Say it"), () => { $("picture").close(); say(line, own); }, {class: "main", disabled: !shot.cards.length}))].filter(Boolean);
}
function foundLine() {
    const cards = shot.cards.map(card => card.token).join(" ");
    return shot.as === "trick" ? cards : `${seatToken(shot.seat)}: ${shot.as} ${cards}`;
}
export function attachPhoto() {
    $("photo-file").onchange = e => {
        const file = e.target.files[0];
        if (file) photograph(file);
        e.target.value = "";
    };
    $("picture").onclose = () => { shot = null; };
}

/* A line that breaks a rule: whether it stands is asked where it was entered, and the others see that it is asked. */
import {$, fragment, make, open, ours, press, state, t, watching} from "./tools.js";
import {say} from "./say.js";

/* What is doubtful, and why: plain texts, or a fragment that fuda wrote. */
function fill(box, doubt) {
    const why = ours(doubt);
    if (typeof why === "string") {
        fragment(box, why);
        return;
    }
    box.source = null;
    box.replaceChildren(make("p", {class: "line"}, ours(doubt.line)), ...why.map(text => make("p", {}, text)));
}
/* How an offer reads: the line as it would stand, or what becomes of it. */
function offerText(offer) {
    const put = ours(offer.text) || offer.put;
    if (!put) return t("Leave line {n} out", {n: offer.line});
    return ["missing", "begun"].includes(offer.edit) ? t("Before line {n}: {put}", {n: offer.line, put}) : put;
}
/* What else was meant, perhaps (`perhaps` of a ruling): a tap says `say`, which takes the offer. */
export function offers(perhaps, about = {}) {
    const known = (perhaps || []).filter(offer => offer.say);
    return known.length ? make("div", {class: "offers"}, make("h3", {}, t("Perhaps it was meant so:")),
        ...known.map(offer => press(offerText(offer), () => say(offer.say, about), {class: "offer"}))) : null;
}
/* `means`: what becomes of the line. */
function choice(button, text, means, line, doubt) {
    button.replaceChildren(make("b", {}, text), make("small", {}, means));
    button.onclick = () => say(line, {doubt: doubt.id});
}
export function showDoubt() {
    const doubt = state.doubt, asked = Boolean(doubt && !watching && (doubt.guest === undefined || doubt.guest === state.me.guest));
    $("open-doubt").hidden = !doubt || asked;
    if (doubt) $("pad").hidden = true;          /* nothing else is said until it is settled */
    if (doubt) fill((asked ? $("doubt") : $("open-doubt")).querySelector(".fragment"), doubt);
    if (asked) {
        choice($("doubt-yes"), t("Let it stand"), t("It stays, with the ruling."), doubt.stands, doubt);
        choice($("doubt-no"), t("Take back"), t("It goes, and can be said anew."), doubt.back, doubt);
        $("doubt-offers").replaceChildren(...[offers(doubt.perhaps, {doubt: doubt.id})].filter(Boolean));
    }
    if (asked && !$("doubt").open) open($("doubt"));
    if (!asked && $("doubt").open) $("doubt").close();
}
/* A line of this phone was not taken, and may have been another one: that is said with one tap. */
function showMeant({line, lines, perhaps}) {
    const box = $("refused");
    box.querySelector("div:last-child").replaceChildren(make("p", {class: "line"}, line), ...lines.map(text => make("p", {}, text)), offers(perhaps));
    if (!box.open) open(box);
}
export function attachDoubt() {
    document.addEventListener("meant", e => showMeant(e.detail));
    $("refused").addEventListener("click", e => { if (e.target.closest(".offer")) $("refused").close(); });
    $("doubt").oncancel = e => e.preventDefault();
}

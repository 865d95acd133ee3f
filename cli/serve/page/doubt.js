/* A line that breaks a rule: whether it stands is asked where it was entered, and the others see that it is asked. */
import {$, fragment, make, ours, state, t, watching} from "./tools.js";
import {queue, say} from "./say.js";

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
function choice(button, text, line, doubt) {
    button.textContent = text;
    button.disabled = queue.taps.some(tap => tap.doubt === doubt.id);
    button.onclick = () => say(line, {doubt: doubt.id});
}
export function showDoubt() {
    const doubt = state.doubt, asked = Boolean(doubt && !watching && (doubt.guest === undefined || doubt.guest === state.me.guest));
    $("open-doubt").hidden = !doubt || asked;
    $("pad").inert = Boolean(doubt);
    if (doubt) fill((asked ? $("doubt") : $("open-doubt")).querySelector(".fragment"), doubt);
    if (asked) {
        choice($("doubt-yes"), t("Let it stand"), doubt.stands, doubt);
        choice($("doubt-no"), t("Take it back"), doubt.back, doubt);
    }
    if (asked && !$("doubt").open) $("doubt").showModal();
    if (!asked && $("doubt").open) $("doubt").close();
}
export function attachDoubt() {
    $("doubt").oncancel = e => e.preventDefault();
}

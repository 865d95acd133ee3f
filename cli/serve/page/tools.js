/* What all parts of the page share: the table as it was last heard, this guest, and the making of elements and texts. */

export const $ = id => document.getElementById(id);
const asked = new URLSearchParams(location.search);
export const watching = asked.has("tv");
export const tongues = {en: "English", ja: "日本語"};
export const state = {
    words: {}, tongue: asked.get("lang") || ((navigator.language || "en").startsWith("ja") ? "ja" : "en"),
    me: {guest: null, seat: null}, table: null, doubt: null,
    chosen: recall("chosen", false), everyone: recall("everyone", false),
};

/* Something that is shown has changed. */
export const redraw = () => document.dispatchEvent(new Event("redraw"));
export function recall(key, otherwise) {
    try { return JSON.parse(sessionStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
}
export function keep(key, value) {
    try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* private browsing: memory has to do */ }
}
export function make(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
        else if (name === "class") e.className = value;
        else if (value !== null && value !== undefined && value !== false) e.setAttribute(name, value === true ? "" : value);
    e.append(...children.filter(c => c !== null && c !== undefined));
    return e;
}
/* A text of the page in this phone's language, with {names} filled in: a player's name is set apart, whichever way it is written. */
export function t(key, fill = {}) {
    return (state.words[state.tongue]?.[key] || key).replace(/\{(\w+)\}/g, (all, name) => name in fill ? name === "name" ? `\u2068${fill[name]}\u2069` : fill[name] : all);
}
export function points(n) {
    const fill = {n: n < 0 ? "−" + -n : n};
    return Math.abs(n) === 1 ? t("{n} point", fill) : t("{n} points", fill);
}
/* The side of a {en, ja} that this phone reads. */
export const ours = both => both?.[state.tongue] ?? both?.en ?? "";
/* What a card is coloured by: the hue that it is told with, else its suit; kinds of cards have none. */
export const coloured = one => one?.mark ? one.hue ?? null : Number.isInteger(one?.rank) || one?.suit?.length === 2 ? one.suit[0] : null;
/* A card whose rank is a word takes smaller letters. */
export const widthOf = one => Number.isInteger(one.rank) && ours(one).length > 3 ? " long" : "";
export const seatName = seat => state.table?.players?.[seat]?.name ?? "";
/* A player's name as an element: it is cut where there is no room, and does not turn what stands beside it. */
export const nameOf = seat => make("bdi", {class: "name", title: seatName(seat)}, seatName(seat));
export const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join("");
/* HTML written by fuda; the only place where markup comes from outside. */
export function fragment(where, html) {
    const holder = where.classList.contains("fragment") ? where : where.querySelector(".fragment");
    if (holder.source !== html)
        holder.innerHTML = holder.source = html;
}
/* Filled anew only where it shows something else than before: what is under a finger stays there. */
export function refill(box, source, children) {
    if (box.source === source) return;
    box.source = source;
    box.replaceChildren(...children());
}
export function press(text, act, attributes = {}) {
    return make("button", {type: "button", ...attributes, onclick: act}, text);
}
/* The second tap of two in a row was meant for what lay there before. */
export const TWICE = 350;
export function open(box) {
    box.showModal();
    box.inert = true;
    setTimeout(() => { box.inert = false; }, TWICE);
}
let toasting = null;
/* A few words at the top, for as long as they take to be read; the next ones take their place. */
export function toast(text) {
    if (!text || watching) return;
    clearTimeout(toasting);
    $("toast").replaceChildren(make("p", {onclick: () => $("toast").replaceChildren()}, text));
    toasting = setTimeout(() => $("toast").replaceChildren(), 2000 + 50 * text.length);
}
let heardLast = "";
export function announce(text) {
    if (text !== heardLast) $("heard").textContent = heardLast = text;
}
/* Asks yes or no, and promises the answer. */
export function confirmBox(text, yes, no) {
    const box = $("ask");
    $("ask-text").textContent = text;
    $("ask-yes").textContent = yes;
    $("ask-no").textContent = no;
    return new Promise(done => {
        const answer = said => { done(said); box.close(); };
        $("ask-yes").onclick = () => answer(true);
        $("ask-no").onclick = box.onclose = () => answer(false);
        if (!box.open) open(box);
    });
}

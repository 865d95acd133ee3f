/*
 * What is wrong with the table as it is drawn now: run in the page (driver.py), returns a list of complaints. Nothing is cut without
 * an ellipsis, no two texts overlap, and board and primary control lie within the first screen.
 */
const out = [], shown = e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen");
const called = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (typeof e.className === "string" && e.className ? "." + e.className.trim().replace(/\s+/g, ".") : "")
    + " “" + e.textContent.trim().slice(0, 24) + "”";
const box = (x, y, right, bottom) => ({x, y, right, bottom});
const meet = (a, b) => box(Math.max(a.x, b.x), Math.max(a.y, b.y), Math.min(a.right, b.right), Math.min(a.bottom, b.bottom));
const cuts = style => style.overflowX !== "visible" || style.overflowY !== "visible";

/* The sentence that a text is part of: its words wrap among each other. */
function sentence(node) {
    let e = node.parentElement;
    while (e.parentElement && getComputedStyle(e).display === "inline") e = e.parentElement;
    return e;
}
/* Where a text is seen, and whether what cuts it says so. */
function seen(node, top) {
    const range = document.createRange();
    range.selectNodeContents(node);
    let at = range.getBoundingClientRect(), whole = at, dots = false;
    at = box(at.x, at.y, at.right, at.bottom);
    for (let e = node.parentElement; e && e !== top.parentElement; e = e.parentElement) {
        const style = getComputedStyle(e);
        if (!cuts(style)) continue;
        const room = e.getBoundingClientRect();
        dots ||= style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || style.overflowY === "auto" || style.overflowX === "auto";
        at = meet(at, box(room.x, room.y, room.right, room.bottom));
    }
    const cut = whole.width - (at.right - at.x) > 2 || whole.height - (at.bottom - at.y) > 0.3 * whole.height;
    if (at.right > innerWidth + 1 || at.x < -1) out.push(`beyond the edge: ${called(node.parentElement)}`);
    if (cut && !dots) out.push(`cut without an ellipsis: ${called(node.parentElement)} in ${called(node.parentElement.parentElement).slice(0, 40)}`);
    return at;
}
for (const top of [document.querySelector("#turn"), document.querySelector("#pad"), document.querySelector("header"), document.querySelector("#between"),
    ...[".tv #figures", ".tv #ruled", ".tv #open-doubt", "#foot", "#net", ".tv #join", "dialog[open]"].map(css => document.querySelector(css))]) {
    if (!top || !shown(top)) continue;
    const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT), texts = [];
    for (let node; (node = walk.nextNode());)
        if (node.data.trim() && shown(node.parentElement)) texts.push([node, seen(node, top), sentence(node)]);
    for (let i = 0; i < texts.length; i++)
        for (let k = i + 1; k < texts.length; k++) {
            if (texts[i][2] === texts[k][2]) continue;
            const both = meet(texts[i][1], texts[k][1]), over = (both.right - both.x > 1.5) && (both.bottom - both.y > 3);
            const line = Math.min(texts[i][1].bottom - texts[i][1].y, texts[k][1].bottom - texts[k][1].y);
            if (over && both.bottom - both.y > 0.35 * line) out.push(`overlap: ${called(texts[i][0].parentElement)} and ${called(texts[k][0].parentElement)}`);
        }
}

/* ---- the first screen -------------------------------------------------------------------------- */

const foot = document.querySelector("#foot"), end = shown(foot) ? foot.getBoundingClientRect().top : innerHeight;
const drawn = document.querySelector("#drawn"), closed = document.querySelector("#turn.closed");
if (shown(drawn)) {
    const at = drawn.getBoundingClientRect();
    if (at.width < 40 || at.height < 40) out.push(`the table is ${at.width.toFixed()}×${at.height.toFixed()}`);
    if (at.top < 0 || (!closed && at.bottom > end + 1)) out.push(`the table ends at ${at.bottom.toFixed()} of ${end.toFixed()}`);
}
const primary = [...document.querySelectorAll("#pad-body button:not(:disabled), #pad-body input")].find(shown);
if (primary && !closed && primary.getBoundingClientRect().bottom > end + 1)
    out.push(`the first control ends at ${primary.getBoundingClientRect().bottom.toFixed()} of ${end.toFixed()}: ${called(primary)}`);
if (document.documentElement.scrollWidth > innerWidth + 1) out.push(`wider than the screen: ${document.documentElement.scrollWidth} of ${innerWidth}`);
if (document.documentElement.classList.contains("tv") && document.documentElement.scrollHeight > innerHeight + 1) out.push("higher than the screen");
return out;

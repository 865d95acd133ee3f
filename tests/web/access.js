/*
 * What makes a page hard to use for some: run in it by the tests (driver.py), returns a list of complaints, empty where all
 * is well. Contrast as WCAG 2.1 counts it (1.4.3: 4.5, large type 3), names of what can be used (4.1.2), what is tapped at least
 * `least` pixels wide and high (2.5.5), no id twice, headings in order, tables with headings, the language said.
 */
const least = arguments[0] ?? 0, out = [];
const shown = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getClientRects().length > 0
    && !e.closest(".unseen") && !(e.closest("dialog") && !e.closest("dialog[open]"));
const called = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (typeof e.className === "string" && e.className ? "." + e.className.trim().replace(/\s+/g, ".") : "")
    + " “" + (e.textContent || e.value || "").trim().slice(0, 30) + "”";

/* ---- contrast ------------------------------------------------------------------------------ */

const parse = text => {
    const [r, g, b, a = 1] = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number), whole = text.startsWith("color(") ? 255 : 1;
    return {r: r * whole, g: g * whole, b: b * whole, a};       // color(srgb 0.9 0.8 0.7), as mixtures are told
};
const over = (top, under) => {
    const mix = key => top[key] * top.a + under[key] * (1 - top.a);
    return {r: mix("r"), g: mix("g"), b: mix("b"), a: 1};
};
function ground(e) {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
        const color = parse(getComputedStyle(at).backgroundColor);
        if (color.a > 0) layers.push(color);
        if (color.a === 1) break;
    }
    const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? {r: 18, g: 18, b: 18, a: 1} : {r: 255, g: 255, b: 255, a: 1};
    return layers.reverse().reduce((under, top) => over(top, under), canvas);
}
const light = c => [c.r, c.g, c.b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
function contrast(e) {
    const style = getComputedStyle(e), under = ground(e), [a, b] = [light(over(parse(style.color), under)), light(under)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const is = (a + 0.05) / (b + 0.05), wants = large ? 3 : 4.5;
    if (is < wants) out.push(`contrast ${is.toFixed(2)} of ${wants}: ${called(e)}`);
}
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = new Set();
for (let node; (node = walk.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || seen.has(e) || !shown(e) || e.closest("script, style, noscript, :disabled, [aria-disabled=true], svg")) continue;
    seen.add(e);
    contrast(e);
}

/* ---- what is used ---------------------------------------------------------------------------- */

function nameOf(e) {
    const by = (e.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean).map(id => document.getElementById(id)?.textContent).join(" ");
    const labels = e.labels ? [...e.labels].map(label => label.textContent).join(" ") : "";
    const own = ["BUTTON", "A", "SUMMARY"].includes(e.tagName) ? e.textContent : "";
    return (by || e.getAttribute("aria-label") || labels || own || e.title || e.alt || "").trim();
}
const used = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex]:not([tabindex='-1'])";
for (const e of document.querySelectorAll(used)) {
    if (!shown(e) && !(e.type === "file" && shown(e.parentElement))) continue;
    if (!nameOf(e) && e.tagName !== "DIV") out.push(`no name: ${called(e)}`);
    const target = e.closest("label") || e, box = target.getBoundingClientRect(), flows = e.tagName === "A" && getComputedStyle(e).display === "inline";
    if (!flows && (box.width + 0.5 < least || box.height + 0.5 < least)) out.push(`target ${box.width.toFixed(0)}×${box.height.toFixed(0)}: ${called(e)}`);
    if (Number(e.getAttribute("tabindex")) > 0) out.push(`tabindex: ${called(e)}`);
}
for (const e of document.querySelectorAll("img:not([alt]), svg:not([aria-hidden]):not([aria-label]):not([aria-labelledby])"))
    if (shown(e) && !e.querySelector?.("title")) out.push(`no text instead: ${called(e)}`);
for (const e of document.querySelectorAll("dialog[open], [role=dialog]"))
    if (!nameOf(e)) out.push(`no name: ${called(e)}`);

/* ---- how it is built -------------------------------------------------------------------------- */

if (!document.documentElement.lang) out.push("no language");
if (!document.title) out.push("no title");
const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i))) out.push(`id twice: ${id}`);
for (const attribute of ["for", "aria-labelledby", "aria-describedby", "aria-controls"])
    for (const e of document.querySelectorAll(`[${attribute}]`))
        for (const id of e.getAttribute(attribute).split(" "))
            if (!document.getElementById(id)) out.push(`${attribute} of nothing: ${id}`);
let level = 0;
for (const e of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    if (!shown(e) && !e.classList.contains("unseen")) continue;
    const now = Number(e.tagName[1]);
    if (now > level + 1 && level > 0) out.push(`heading leaps from h${level} to h${now}: ${called(e)}`);
    level = now;
}
for (const e of document.querySelectorAll("table"))
    if (shown(e) && !e.querySelector("th")) out.push(`table without headings: ${called(e)}`);
if (document.documentElement.scrollWidth > innerWidth + 1) out.push(`wider than the screen: ${document.documentElement.scrollWidth} of ${innerWidth}`);
return out;

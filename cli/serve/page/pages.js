/* Between games, and to look things up: pages that fuda writes, opened inside this one. */
import {$, fragment, make, press, refill, state, t, watching} from "./tools.js";
import {refused} from "./say.js";

const pages = [["/p/standings", () => t("Standings")], ["/p/history", () => t("Games played")], ["/p/rules", () => t("Rules")]];
let here = "", trail = [];

export function showPages(nav) {
    const open = path => { $("menu").close(); openPage(path); };
    refill(nav, t("Standings"), () => pages.map(([path, title]) => press(title(), () => open(path))));
}
/* A television between games: how all stand, how the last game ended, and where a phone joins. */
let idleShown = "";
export async function showIdle() {
    const idle = watching && Boolean(state.table) && !state.table.game, join = state.table?.join;
    for (const id of ["idle", "last-game"]) $(id).hidden = !idle || !$(id).source;
    $("join").hidden = !watching || !join;
    if (join) $("join").replaceChildren(make("span", {}, t("Join at")), " ", make("b", {}, join.address), " ", make("span", {}, t("with the code")), " ", make("b", {}, join.code));
    if (!idle) idleShown = "";
    if (!idle || idleShown === state.tongue) return;
    idleShown = state.tongue;
    for (const [id, path] of [["idle", "standings"], ["last-game", "last"]])
        try {
            const answer = await fetch(`/p/${path}?lang=${state.tongue}`), html = answer.ok ? await answer.text() : "";
            fragment($(id), html);
            $(id).hidden = !html;
        } catch { idleShown = ""; }
}
const bare = path => path.split("?")[0];
export async function openPage(path, stay = false) {
    if (!stay) trail.push(here);
    const same = bare(here) === bare(path), url = new URL(path, location.origin);
    here = path;
    url.searchParams.set("lang", state.tongue);
    $("page-title").textContent = (pages.find(([start]) => bare(path).startsWith(start))?.[1] ?? (() => t("Record")))();
    $("page-search").hidden = bare(path) !== "/p/rules";
    $("page-words").value = url.searchParams.get("q") || "";
    $("page-back").hidden = trail.length < 2;
    $("page-body").setAttribute("aria-busy", "true");
    if (!$("page").open) $("page").showModal();
    let html = "";
    try {
        const answer = await fetch(url.pathname + url.search);
        if (answer.status === 401) return refused(answer.status);
        if (answer.ok && /html/.test(answer.headers.get("Content-Type") || "")) html = await answer.text();
    } catch { /* said below */ }
    if (here !== path) return;
    $("page-body").removeAttribute("aria-busy");
    if (html) fragment($("page-body"), html);
    else $("page-body").replaceChildren(make("p", {}, t("This page cannot be had just now."))), $("page-body").source = "";
    if (!same) { $("page").scrollTop = 0; $("page-body").focus({preventScroll: true}); }
}
function pageBack() {
    const before = trail.pop();
    if (before) openPage(before, true);
    $("page-back").hidden = trail.length < 2;
}
function follow(e) {
    const link = e.target.closest("a[href]");
    if (!link) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || !url.pathname.startsWith("/p/")) return;
    e.preventDefault();
    openPage(url.pathname + url.search, bare(here) === url.pathname);
}
function leaf(direction) {
    $("page-body").querySelector(`a[rel~=${direction}]`)?.click();
}
/* The page that is open, in the language that was just chosen. */
export function openAgain() {
    if ($("page").open) openPage(here, true);
}
function listenToSwipes(body) {
    let from = null;
    body.addEventListener("touchstart", e => { from = e.touches[0]; }, {passive: true});
    body.addEventListener("touchend", e => {
        const to = e.changedTouches[0], x = to.clientX - from.clientX, y = to.clientY - from.clientY;
        if (Math.abs(x) > 70 && Math.abs(x) > 3 * Math.abs(y)) leaf(x > 0 ? "prev" : "next");
    }, {passive: true});
}
export function attachPages() {
    $("page").onclose = () => { here = ""; trail = []; };
    $("page-back").onclick = pageBack;
    $("page-body").onclick = follow;
    $("page-search").onsubmit = e => {
        e.preventDefault();
        openPage("/p/rules?q=" + encodeURIComponent($("page-words").value), true);
    };
    $("page").addEventListener("keydown", e => {
        if (e.target.tagName !== "INPUT" && (e.key === "ArrowLeft" || e.key === "ArrowRight")) leaf(e.key === "ArrowLeft" ? "prev" : "next");
    });
    listenToSwipes($("page-body"));
}

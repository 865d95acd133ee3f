/*
 * The phones' page. What the table is comes as events, whole, each time; what is tapped goes out as lines (say.js). HTML from
 * outside is set in one place (fragment() of tools.js), and all of it was written by fuda, with every name escaped.
 */
import {$, announce, confirmBox, fragment, keep, make, nameOf, ours, press, refill, seatName, state, t, toast, tongues, TWICE, watching} from "./tools.js";
import {busy, heardOf, post, queue, refused, say, sendAgain} from "./say.js";
import {enters, mine, attachPad, showPad} from "./pad.js";
import {attachLines, hearRulings, showLines, showRuled} from "./lines.js";
import {attachDoubt, showDoubt} from "./doubt.js";
import {attachPhoto, found} from "./photo.js";
import {attachPages, openAgain, showIdle, showPages} from "./pages.js";
import {resultShown, showFigures, showTable} from "./table.js";
import {attachHand} from "./hand.js";
import {showFaces, facesAdded} from "./faces.js";

/* ---- hearing ------------------------------------------------------------------------------- */

let events = null, hiddenAt = 0, retry = null, closed = false;
const online = () => events?.readyState === EventSource.OPEN;

function listen() {
    clearTimeout(retry);
    events?.close();
    events = new EventSource("/events");
    events.onopen = () => {
        closed = false;
        net();
        sendAgain();
    };
    events.onerror = () => {
        net();
        if (events.readyState === EventSource.CLOSED) retry = setTimeout(look, 1500);
    };
    const on = (name, act) => events.addEventListener(name, e => {
        let value;
        try { value = JSON.parse(e.data || "null"); } catch { return; }
        act(value);
    });
    on("table", value => { const before = state.table; state.table = value; changed(before); });
    on("doubt", value => { state.doubt = value; show(); });
    on("said", heardOf);
    on("found", value => { found(value); facesAdded(value); });
    on("faces", value => { state.faces = value; show(); });
    on("you", value => {
        const before = state.me.seat;
        state.me = value || state.me;
        if (Number.isInteger(before) && state.me.seat === null && state.chosen === "seat" && state.table?.players?.[before])
            toast(t("Another phone has taken {name}'s seat.", {name: seatName(before)}));
        if (state.me.lang in tongues && !watching) state.tongue = state.me.lang;
        if (Number.isInteger(state.me.seat)) state.chosen = "seat";
        else if (state.chosen === "seat") state.chosen = false;         /* another evening's */
        show();
    });
    on("closed", () => { closed = true; net(); });
    on("out", () => { events.close(); events = null; state.table = null; location.replace("/?out"); });
}
/* The server answers, but not with events: this guest is not known any more, or it only needs time. */
async function look() {
    try {
        const answer = await fetch("/words.json", {cache: "no-store"});
        if (answer.status === 401) return location.replace("/");
        if (answer.ok) state.words = await answer.json();
    } catch { /* still away */ }
    listen();
}
function net() {
    document.body.classList.toggle("offline", !online());
    const text = online() ? "" : closed ? t("The table has closed.") : t("No connection. Trying again.");
    if ($("net").textContent !== text) $("net").textContent = text;
}
function wake() {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (!online() || (hiddenAt && Date.now() - hiddenAt > 20000)) look();
}

/* ---- the page ------------------------------------------------------------------------------ */

const newest = table => (table?.lines || []).filter(line => !line.undone).pop();
function changed(before) {
    const last = newest(state.table), turned = before && before.ask?.seat !== state.table?.ask?.seat;
    const ruled = hearRulings(before);
    show();
    if (ruled) announce($("ruled-body").textContent);
    else if (before && last && last.n !== newest(before)?.n) announce([ours(last.text), ours(state.table.ask)].filter(Boolean).join(". "));
    else if (turned) announce(ours(state.table.ask));
    if (turned && mine() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
}

/* Until the last tap is answered, no key says anything else. */
function rest(e) {
    if (!busy() || !e.target.closest("#pad > :not(#free), #undo, #doubt, .offer, #face-cards")) return;
    e.stopImmediatePropagation();
    e.preventDefault();
}
let resting = null;
function show() {
    document.documentElement.lang = state.tongue;
    for (const e of document.querySelectorAll("[data-t]")) {
        e.key ??= e.textContent;
        const text = t(e.key);
        if (e.textContent !== text) e.textContent = text;
    }
    const next = state.tongue === "ja" ? "en" : "ja";
    $("tongue").textContent = tongues[next];
    $("tongue").lang = next;
    net();
    clearTimeout(resting);
    document.body.classList.toggle("busy", busy());
    if (busy()) resting = setTimeout(show, TWICE + 10);
    document.body.classList.toggle("waiting", !state.table);
    document.body.dataset.game = state.table?.game?.key || "";
    $("game").textContent = state.table?.game ? ours(state.table.game) : "fuda";
    document.title = (mine() ? t("Your turn") + " · " : "") + $("game").textContent + " · fuda 札";
    showSeats();
    showTurn();
    showTable();
    showFigures();
    showIdle();
    showSheets();
    showPad();
    showLines();
    showRuled();
    showFoot();
    showDoubt();
    showFaces();
    $("between").hidden = !state.table || Boolean(state.table.game);
    for (const nav of document.querySelectorAll("nav.pages")) showPages(nav);
}

/* Board and scores; while the score is still the one of the round before, once is enough. */
function showSheets() {
    const tables = html => html.slice(0, html.lastIndexOf("</table>")), last = ours(state.table?.last_score);
    const round = {needfire: t("The last battle"), materia: t("The last battle"), tezumashi: t("The last deal"), trick: t("The last deal"), hyakumonogatari: t("The last night")};
    $("last-score-title").textContent = round[state.table?.game?.key] ?? t("The last round");
    const same = last !== "" && ours(state.table?.score).startsWith(tables(last));
    for (const [id, html] of [["board", ours(state.table?.board)], ["score", same ? "" : ours(state.table?.score)], ["last-score", last]]) {
        $(id).hidden = !html;
        fragment($(id), html);
    }
}
function showSeats() {
    const seats = state.table?.players || [], mine = state.chosen ? state.me.seat ?? null : undefined;
    const pick = seat => press(seat === null ? t("Only watching") : seats[seat].guest && mine !== seat ? t("{name} (has a phone)", seats[seat]) : seats[seat].name,
                               () => choose({seat}), {"aria-pressed": String(mine === seat)});
    const all = () => [...seats.keys(), null].map(pick), source = JSON.stringify([state.tongue, t("Only watching"), seats.map(seat => [seat.name, seat.guest]), mine]);
    $("who").hidden = watching || state.chosen || !seats.length;
    refill($("who-seats"), source, all);
    refill($("menu-seats"), source, all);
    $("everyone").checked = state.everyone;
    $("everyone-label").hidden = !enters();
    refill($("menu-tongues"), state.tongue, () => Object.entries(tongues).map(([lang, name]) =>
        press(name, () => choose({lang}), {lang, "aria-pressed": String(lang === state.tongue)})));
}
async function choose(what) {
    if ("seat" in what) {
        state.chosen = Number.isInteger(what.seat) ? "seat" : "watch";
        state.me.seat = what.seat;
        keep("chosen", state.chosen);
    }
    if (what.lang) state.tongue = what.lang;
    show();
    if (what.lang) openAgain();
    try {
        const answer = await post("/me", JSON.stringify({seat: state.me.seat ?? null, lang: state.tongue}));
        if (!answer.ok) refused(answer.status);
    } catch { toast(t("That could not be sent.")); }
}

function showTurn() {
    const last = newest(state.table);
    $("turn").hidden = !state.table?.game;
    const table = state.table, seat = table?.ask?.seat ?? table?.turn, own = mine() && !watching;
    const whose = own ? t("Your turn") : Number.isInteger(seat) ? t("{name}'s turn") : "";
    $("turn").classList.toggle("yours", own);
    const asked = table?.over ? t("The game is over") : whose || ours(table?.ask) || t("Nothing is asked"), around = whose ? asked.split("{name}") : [asked];
    $("asked").replaceChildren(...around.length < 2 ? around : [around[0], nameOf(seat), make("span", {}, around[1])]);
    $("task").textContent = !table?.over && whose ? ours(table?.ask) : "";
    $("turn").classList.toggle("closed", resultShown());
    const going = queue.taps.filter(tap => !tap.waits).map(tap => tap.line).join(" · "), waiting = queue.taps.filter(tap => tap.waits).map(tap => tap.line).join(" · ");
    $("latest").replaceChildren(...[going ? t("Sending: {line}", {line: going}) : null, waiting ? t("Waiting for the laptop: {line}", {line: waiting}) : null,
        !going && !waiting && last ? make("span", {}, /^[^ ]+: /.test(ours(last.text)) ? "" : ours(last.place) + " ", make("b", {}, ours(last.text))) : null].filter(Boolean));
}

function showFoot() {
    const undo = enters() ? ours(state.table.undo) : "";
    $("foot").hidden = watching || !state.table;
    $("undo").hidden = !undo;
    if (undo) $("undo").setAttribute("aria-label", t("Take back: {line}", {line: undo}));
    $("photo").hidden = !enters() || state.table.game.cards === false;
}
async function undo() {
    const line = ours(state.table?.undo);
    if (line && await confirmBox(t("Take {line} back?", {line}), t("Take it back"), t("Leave it"))) say("undo");
}

/* ---- the beginning ------------------------------------------------------------------------- */

function attach() {
    for (const part of [attachDoubt, attachHand, attachLines, attachPad, attachPages, attachPhoto]) part();
    $("tongue").onclick = () => choose({lang: state.tongue === "ja" ? "en" : "ja"});
    $("undo").onclick = undo;
    $("more").onclick = () => $("menu").showModal();
    for (const button of document.querySelectorAll("dialog .close")) button.onclick = () => button.closest("dialog").close();
    for (const dialog of document.querySelectorAll("dialog:not([role=alertdialog])"))
        dialog.addEventListener("click", e => { if (e.target === dialog) dialog.close(); });
    document.addEventListener("redraw", show);
    document.addEventListener("click", rest, true);
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("pageshow", e => { if (e.persisted) look(); });
    window.addEventListener("online", look);
    window.addEventListener("offline", net);
}

document.documentElement.classList.toggle("tv", watching);
queue.online = online;
attach();
show();
look();

/*
 * What is said: a queue of taps that outlives a reload. Each has an id of its own and is sent under it until its answer
 * came, so that it is said once however often it had to be sent. One after the other: what was tapped while an earlier
 * line was on its way waits for the answer to that.
 */
import {confirmBox, fresh, keep, ours, recall, redraw, state, t, toast, TWICE} from "./tools.js";

const STALE = 15000;        /* ms after which a line that was never sent is asked about */
const ANSWER = 6000;        /* ms after which a line without an answer is sent again */
const TRIES = 5;
const OLD = 120000;         /* ms after which nothing is sent again: it may be another game */

export const queue = {taps: recall("taps", []), last: 0, online: () => false};
let sending = false;

/* One tap is one answer: until it has come, and for as long as a finger may tap twice, no button says anything else. */
export const busy = () => queue.taps.some(tap => !tap.waits) || Date.now() - queue.last < TWICE;

/* A line into the queue; `about` is kept with it. */
export function say(line, about = {}) {
    queue.last = Date.now();
    const chained = queue.taps.some(tap => !tap.waits);
    queue.taps.push({id: fresh(), line, at: Date.now(), serial: state.table?.serial ?? 0, chained, sent: 0, tries: 0, ...about});
    keepTaps();
    redraw();
    send();
}
const keepTaps = () => keep("taps", queue.taps);
function drop(id) {
    queue.taps = queue.taps.filter(tap => tap.id !== id);
    keepTaps();
}
export async function post(path, body, type = "application/json", patience = 8000) {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), patience);
    try {
        return await fetch(path, {method: "POST", body, headers: {"Content-Type": type}, signal: stop.signal});
    } finally {
        clearTimeout(timer);
    }
}
export function refused(status) {
    if (status === 401) location.replace("/");
    else toast(t("That could not be sent."));
}

/* The table went on while this line could not be sent: it may not be meant any more. */
function meant(tap) {
    if (tap.tries > 0 || Date.now() - tap.at < STALE || state.table?.serial === tap.serial) return true;
    return confirmBox(t("Not said yet: {line}. The table has gone on since.", {line: tap.line}), t("Say it now"), t("Leave it"));
}
/* The status of the server's answer; 0: none came. */
async function sendTap(tap) {
    tap.tries++;
    try {
        const body = tap.chained ? {id: tap.id, line: tap.line} : {id: tap.id, line: tap.line, serial: tap.serial};
        return (await post("/say", JSON.stringify(body))).status;
    } catch {
        return 0;
    }
}
function afterSending(tap, status) {
    if (status === 0 || status === 429 || status >= 500) {
        tap.tries--;
        setTimeout(send, 1500);
    } else if (status < 300) {
        tap.sent = Date.now();
        setTimeout(send, ANSWER + 100);
    } else {
        drop(tap.id);
        refused(status);
    }
    keepTaps();
}
export async function send() {
    const tap = queue.taps.find(one => !one.waits);
    if (sending || !tap || !queue.online() || Date.now() - tap.sent < ANSWER) return;
    sending = true;
    if (tap.tries >= TRIES || (tap.tries > 0 && Date.now() - tap.at > OLD)) {
        drop(tap.id);
        toast(t("No answer came to: {line}", {line: tap.line}));
    } else if (!await meant(tap)) {
        drop(tap.id);
    } else {
        afterSending(tap, await sendTap(tap));
    }
    sending = false;
    redraw();
    if (queue.taps[0]?.id !== tap.id) send();
}
/* The line to the server was broken: whether the last line got through is not known, so it goes out again. */
export function sendAgain() {
    for (const tap of queue.taps) tap.sent = 0;
    send();
}

export function heardOf(said) {
    const tap = queue.taps.find(one => one.id === said.id);
    if (tap?.hand && said.outcome === "taken") document.dispatchEvent(new CustomEvent("hand", {detail: tap.hand}));
    const lines = [ours(said)].flat().filter(Boolean);
    if (tap && said.outcome === "waits") {
        tap.waits = true;
        keepTaps();
    } else {
        drop(said.id);
    }
    const meant = tap && said.outcome === "refused" && said.perhaps?.length;
    if (meant) document.dispatchEvent(new CustomEvent("meant", {detail: {line: tap.line, lines, perhaps: said.perhaps}}));
    if (said.outcome === "busy" && !lines.length) lines.push(t("The table has gone on since. Please look again."));
    /* A ruling of what was taken comes up beside the board. */
    if (!meant && said.outcome !== "doubt" && said.outcome !== "waits") toast(lines.filter(line => said.outcome !== "taken" || !/\([a-z]+\/[a-z-]+\)/.test(line)).join(" "));
    redraw();
    send();
}

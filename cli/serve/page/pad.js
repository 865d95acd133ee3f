/* Where an answer is given: the way that is asked first, the others behind it, and a line of one's own where that is let. */
import {$, confirmBox, keep, make, ours, press, redraw, seatName, state, t, watching} from "./tools.js";
import {queue, say} from "./say.js";
import {drawOwn, handAsked, openHand, ownHand, passAsked} from "./hand.js";
import {answer, beginAnswer, complete, falling, sayAnswer, single, startWay, way} from "./answer.js";
import {drawAnswer, drawPart} from "./parts.js";

const seated = () => Number.isInteger(state.me.seat);
export const mine = () => seated() && state.table?.ask?.seat === state.me.seat;
export const enters = () => Boolean(!watching && state.table?.game && state.table.phones !== "watch");

function drawWay() {
    const parts = way().parts, last = parts[parts.length - 1];
    return make("div", {class: "suits"}, ...parts.map(drawPart), single() || (last && falling(last)) ? null : drawAnswer(complete, sayAnswer));
}
function chooseWay(number) {
    startWay(number);
    redraw();
    $("pad").scrollIntoView({block: "nearest"});
}
function otherWays() {
    const others = state.table.ask.ways.map((one, number) => number === answer.way ? null
        : press(ours(one), () => chooseWay(number), {class: "way", "data-card": "way " + number})).filter(Boolean);
    return others.length ? make("div", {class: "other"}, make("h3", {}, t("Or instead:")), ...others) : null;
}
/* The answer that needs no putting together; `sure`: what is asked before it is said. */
function drawOtherwise(one) {
    const act = async () => { if (!one.sure || await confirmBox(ours(one.sure), t("Begin"), t("Leave it"))) say(one.line); };
    return press(ours(one), act, {"data-card": "otherwise", class: one.sure ? "main" : ""});
}
const askHand = () => [passAsked() ? press(t("Pass cards"), () => openHand(true), {"data-card": "pass"}) : null,
    handAsked() ? press(t("Enter your hand"), () => openHand(false), {"data-card": "hand"}) : null];
function drawPad() {
    const ask = state.table.ask, otherwise = ask.otherwise;
    if (!ask.ways.length) return [drawOtherwise(otherwise)];
    const about = way().tap ? mine() ? "" : t("Tap the card that was laid.") : ours(way());
    const own = way().tap && mine() ? drawOwn(true) : null;
    return [own, otherwise ? drawOtherwise(otherwise) : null,
        !about || about === ours(ask) || (answer.way === 0 && way().parts.length < 2) ? null : make("p", {class: "about"}, about), own ? make("details", {class: "others"}, make("summary", {}, t("Another card")), drawWay()) : drawWay(), otherWays(), ...askHand(),
        state.everyone && seated() && !mine() ? press(t("Only my own from now on"), () => enterFor(false), {class: "quiet"}) : null].filter(Boolean);
}
/* Whether this phone enters for everybody at the table. */
export function enterFor(all) {
    state.everyone = all;
    keep("everyone", all);
    redraw();
}
/* Somebody else is asked: one's own hand is seen meanwhile; one tap, once, and this phone enters for all. */
function drawClosed() {
    const seat = state.table.ask.seat;
    return [drawOwn(false), press(Number.isInteger(seat) ? t("Enter it for {name}", {name: seatName(seat)}) : t("Enter it on this phone"), () => enterFor(true), {"data-card": "enter"}),
        ...askHand()].filter(Boolean);
}
export function showPad() {
    const asks = enters() && (state.table.ask?.ways?.length > 0 || state.table.ask?.otherwise), body = $("pad-body");
    $("free").hidden = !(enters() && state.table.phones === "free");
    $("pad").hidden = !asks && $("free").hidden;
    if (!asks) {
        body.source = null;
        return body.replaceChildren();
    }
    if (beginAnswer() && Date.now() - queue.last < 5000) scrollTo({top: 0});      /* the next question to whoever answered this one */
    const open = state.everyone || mine() || (seated() && !Number.isInteger(state.table.ask.seat));
    const source = JSON.stringify([state.tongue, open, state.table.ask, state.table.players, state.me.seat, answer.way, answer.parts, ownHand(), passAsked(), handAsked(),
        queue.taps.map(tap => tap.line), Object.keys(state.words)]);
    if (body.source === source) return;
    const on = body.contains(document.activeElement) ? document.activeElement.dataset : null;
    body.source = source;
    body.replaceChildren(...(open ? drawPad() : drawClosed()));
    if (on) refocus(body, on);
}
/* The keyboard, and a screen reader, stay where they were. */
function refocus(body, on) {
    const again = on.card ? body.querySelector(`[data-card="${CSS.escape(on.card)}"]`) : on.part ? body.querySelector(`[data-part="${CSS.escape(on.part)}"]`) : null;
    (again && !again.disabled ? again : body.querySelector("button:not(:disabled), input"))?.focus({preventScroll: true});
}
export function attachPad() {
    $("everyone").onchange = e => enterFor(e.target.checked);
    $("free-form").onsubmit = e => {
        e.preventDefault();
        if ($("free-line").value.trim()) say($("free-line").value.trim());
        $("free-line").value = "";
    };
}

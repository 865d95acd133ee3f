/*
 * One's own hand: told in one go, thirteen taps on a grid, and from then on seen as a fan, to be played from. It stays on this
 * phone (and goes to the laptop as any hand does); what has been played since leaves it.
 */
import {$, keep, make, open, ours, press, recall, refill, state, t} from "./tools.js";
import {say} from "./say.js";
import {card} from "./table.js";
import {seatToken, take} from "./answer.js";
import {bySuit, coloured} from "./parts.js";

let hand = recall("hand", null), chosen = [];
const told = () => state.table?.laid?.table;
/* Which deal it is: a hand of another one is none. */
const deal = () => JSON.stringify([state.table?.game?.key, state.me.seat, told()?.round ?? told()?.deal]);
const holds = () => told()?.seats?.[state.me.seat]?.cards ?? 0;

/* Tokens still held; null: not known. */
export function ownHand() {
    if (!hand || hand.deal !== deal() || !told()?.open) return null;
    const laid = (told().trick_cards || []).filter(play => play.seat === state.me.seat).map(play => [play.card].flat()[0]?.token);
    const lost = state.table.laid.last?.cards?.filter(play => play.seat === state.me.seat).map(play => play.card?.token) || [];
    const left = hand.cards.filter(token => ![...laid, ...lost].includes(token));
    if (left.length !== hand.cards.length) keep("hand", hand = {...hand, cards: left});
    return left.length === holds() ? left : null;
}
const deck = () => state.table?.ask?.deck || [];
/* The cards of the hand that may be played: who can follow must, and of the rest what the table says. */
function legal(cards) {
    const led = state.table.ask.led, may = state.table.ask.ways[0].parts[0]?.cards?.map(one => one.token) || [];
    const follow = led ? cards.filter(token => token.startsWith(led)) : [], from = follow.length ? follow : cards;
    return from.filter(token => may.includes(token));
}
/* The fan; while others play, none of it may be. */
export function drawOwn(turn) {
    const own = ownHand();
    if (!own) return null;
    const may = turn ? legal(own) : [];
    return make("div", {class: "fan" + (turn ? "" : " rests"), role: "group", "aria-label": t("Your hand")}, ...own.map(token => {
        const one = deck().find(c => c.token === token) ?? {token, en: token, ja: token};
        const button = press("", () => take(0, one), {class: "held-card", "data-card": token, "aria-label": ours(one), disabled: !may.includes(token)});
        button.replaceChildren(card(one));
        return button;
    }));
}
/* May it be told now? Before the first card of the own. */
export function handAsked() {
    return deck().length > 0 && Number.isInteger(state.me.seat) && !ownHand() && told()?.open && told().trick === 1
        && !(told().trick_cards || []).some(play => play.seat === state.me.seat);
}
function toggle(one) {
    const have = chosen.filter(token => token === one.token).length;
    if (have >= (one.copies || 1)) chosen = chosen.filter(token => token !== one.token);
    else if (chosen.length < holds()) chosen.push(one.token);
    showHand();
}
function showHand() {
    const tile = one => {
        const have = chosen.filter(token => token === one.token).length;
        return press(ours(one) + (have > 1 ? " ×" + have : ""), () => toggle(one), {class: "tile" + (have ? " told" : ""), "data-suit": coloured(one), "data-hand": one.token, "aria-pressed": String(have > 0)});
    };
    refill($("hand-cards"), JSON.stringify([state.tongue, chosen]), () => bySuit(deck()).map(([suit, cards]) => make("div", {class: "suit", "data-suit": suit}, ...cards.map(tile))));
    $("hand-count").textContent = t("{n} of {all} cards", {n: chosen.length, all: holds()});
    $("hand-say").disabled = chosen.length !== holds();
}
export function openHand() {
    chosen = [];
    showHand();
    open($("hand"));
}
export function attachHand() {
    $("hand-say").onclick = () => {
        $("hand").close();
        say(`${seatToken(state.me.seat)}: hand ${chosen.join(" ")}`, {hand: chosen});
    };
    document.addEventListener("hand", e => keep("hand", hand = {deal: deal(), cards: e.detail}));
}

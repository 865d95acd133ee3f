/*
 * One's own hand: told in one go, thirteen taps on a grid, and from then on seen as a fan, to be played from. It stays on this
 * phone (and goes to the laptop as any hand does); what has been played since leaves it.
 */
import {$, coloured, keep, make, open, ours, press, recall, refill, state, t, widthOf} from "./tools.js";
import {say} from "./say.js";
import {card} from "./table.js";
import {seatToken, take} from "./answer.js";
import {bySuit} from "./parts.js";

let hand = recall("hand", null), chosen = [], passes = false;
const told = () => state.table?.laid?.table;
/* Which deal it is: a hand of another one is none. */
const deal = () => JSON.stringify([state.table?.game?.key, state.me.seat, told()?.round ?? told()?.deal]);
const holds = () => told()?.seats?.[state.me.seat]?.cards ?? 0;

/* Tokens still held; null: not known. */
export function ownHand() {
    if (hand && told()?.open === false) keep("hand", hand = null);      /* the next game may have a deal of that number */
    if (!hand || hand.deal !== deal() || !told()?.open) return null;
    const laid = (told().trick_cards || []).filter(play => play.seat === state.me.seat).map(play => [play.card].flat()[0]?.token);
    const lost = state.table.laid.last?.cards?.filter(play => play.seat === state.me.seat).map(play => play.card?.token) || [];
    const left = [...hand.cards];       /* of like cards one goes at a time */
    for (const token of [...laid, ...lost])
        if (left.length > holds() && left.includes(token)) left.splice(left.indexOf(token), 1);
    if (left.length !== hand.cards.length) keep("hand", hand = {...hand, cards: left});
    return left.length === holds() ? left : null;
}
const deck = () => state.table?.ask?.deck || [];
/* The cards of the hand that may be played: whoever holds what comes first must play that, and of the rest what the table says. */
function legal(cards) {
    const may = state.table.ask.ways[0].parts[0]?.cards?.map(one => one.token) || [], duties = state.table.ask.duties || [];
    return cards.filter(token => may.includes(token) && !duties.some(duty => duty.of.includes(token) && duty.first.some(one => cards.includes(one))));
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
/* Are cards to be passed by this player? */
export const passAsked = () => Number.isInteger(state.me.seat) && told()?.open && told().passing > 0 && told().seats[state.me.seat]?.passed === false;
const wanted = () => passes ? told()?.passing ?? 0 : holds();
/* What is chosen from: to be passed the own hand, where it was told. */
const choice = () => passes && ownHand() ? ownHand().map(token => deck().find(one => one.token === token)).filter((one, k, all) => all.indexOf(one) === k) : deck();
function toggle(one) {
    const have = chosen.filter(token => token === one.token).length;
    if (have >= (one.copies || 1)) chosen = chosen.filter(token => token !== one.token);
    else if (chosen.length < wanted()) chosen.push(one.token);
    showHand();
}
function showHand() {
    const tile = one => {
        const have = chosen.filter(token => token === one.token).length;
        return press(ours(one) + (have > 1 ? " ×" + have : ""), () => toggle(one), {class: "tile" + (have ? " told" : "") + widthOf(one), "data-suit": coloured(one), "data-hand": one.token, "aria-pressed": String(have > 0)});
    };
    refill($("hand-cards"), JSON.stringify([state.tongue, passes, chosen]), () => bySuit(choice()).map(([suit, cards]) => make("div", {class: suit ? "suit" : "kinds", "data-suit": coloured(cards[0])}, ...cards.map(tile))));
    $("hand-count").textContent = t("{n} of {all} cards", {n: chosen.length, all: wanted()});
    $("hand-say").disabled = chosen.length !== wanted();
}
/* A hand that was told before cards were passed keeps the others. */
export function openHand(pass) {
    passes = pass;
    chosen = !pass && hand?.deal === deal() && hand.cards.length < holds() ? [...hand.cards] : [];
    $("hand-title").textContent = pass ? t("Cards to pass: {n}", {n: wanted()}) : t("Your hand");
    showHand();
    open($("hand"));
}
export function attachHand() {
    $("hand-say").onclick = () => {
        $("hand").close();
        const kept = [...ownHand() ?? []];
        for (const token of chosen) if (kept.includes(token)) kept.splice(kept.indexOf(token), 1);
        say(`${seatToken(state.me.seat)}: ${passes ? "pass" : "hand"} ${chosen.join(" ")}`, {hand: passes ? kept : chosen});
    };
    document.addEventListener("hand", e => keep("hand", hand = {deal: deal(), cards: e.detail}));
}

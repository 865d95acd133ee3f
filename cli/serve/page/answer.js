/*
 * An answer to what is asked, as it is put together: what is asked comes typed, in ways made of parts; an answer is the
 * tokens of its parts, one after the other. No game is known here: what differs between them is what they ask.
 */
import {ours, redraw, seatName, state, t, toast} from "./tools.js";
import {say} from "./say.js";

/* The way that is being answered, what each of its parts holds, what stands in their fields, and the places of cards. */
export let answer = {shape: "", way: 0, parts: [], typed: {}, slots: {}};

export const quoted = text => /^[\p{L}\p{N}_-]+$/u.test(text) ? text : '"' + text.replaceAll('"', '""') + '"';
export const seatToken = seat => state.table.players[seat].token || quoted(seatName(seat));
export const way = () => state.table.ask.ways[answer.way];
/* Numbers too far apart to have a button each. */
export const wide = part => (part.high ?? 13) - (part.low ?? 0) > 20;
/* One tap is the whole answer. */
export const single = () => way().parts.length === 1 && way().parts[0].most === 1 && !["texts", "pairs", "counts"].includes(way().parts[0].kind)
    && !(way().parts[0].kind === "numbers" && wide(way().parts[0]));
/* Cards as they fall: a tap is a line. */
export const falling = part => Boolean(way().tap) && part.kind === "cards";

/* What the answer's form depends on; the cards in it may change without it. */
function shapeOf(ask) {
    const part = p => [p.kind, p.least, p.most, p.low, p.high, p.names, p.words?.map(word => word.token)];
    return JSON.stringify([state.table.game.key, ask.ways.some(w => !w.tap) ? ask.seat : null,
        ask.ways.map(w => [w.en, Boolean(w.tap), w.parts.map(part)])]);
}
/* Another question than before is answered from its beginning; false: it is the same. */
export function beginAnswer() {
    const shape = shapeOf(state.table.ask);
    if (answer.shape === shape) return false;
    answer = {shape, way: 0, parts: [], typed: {}, slots: {}};
    startWay(0);
    return true;
}
function nothingYet(part) {
    if (part.kind === "counts") return Array(part.most).fill(Math.max(0, part.low ?? 0));
    if (part.kind === "numbers" && part.most === 1 && wide(part)) return [String(Math.max(0, part.low))];
    return part.kind === "pairs" ? {} : [];
}
export function startWay(number) {
    answer.way = number;
    answer.typed = {};
    answer.parts = (way()?.parts ?? []).map(nothingYet);
}

/* A part as it stands in the line. */
export function partTokens(part, held) {
    if (part.kind !== "pairs") return held.map(one => String(one?.token ?? one ?? ""));
    return Object.entries(held).filter(([, value]) => !Array.isArray(value) || value.some(Boolean)).map(([key, value]) => key + "=" + value);
}
const tokens = () => way().parts.flatMap((part, i) => partTokens(part, answer.parts[i]));
export const complete = () => way().parts.every((part, i) => part.kind === "counts" ? answer.parts[i].every(n => /^-?\d+$/.test(n)) : partTokens(part, answer.parts[i]).length >= part.least)
    && tokens().length > 0 && !tokens().includes("") && !tokens().some(token => /[=,](,|$)/.test(token));

export function sayAnswer() {
    const line = tokens().join(" ");
    startWay(answer.way);
    say(line);
}
function hold(i, thing, part) {
    const held = answer.parts[i], same = held.filter(one => one.token === thing.token).length;
    if (falling(part)) answer.parts[i] = [thing];
    else if (part.most === 1) answer.parts[i] = same ? [] : [thing];
    else if (same >= (thing.copies || 1)) answer.parts[i] = held.filter(one => one.token !== thing.token);
    else if (held.length < part.most) held.push(thing);
    else toast(t("No more than {count} here.", {count: part.most}));
}
/* A tap on something of part i: taken, or taken out again; what needs nothing more goes out at once. */
export function take(i, thing) {
    const part = way().parts[i];
    hold(i, thing, part);
    if (complete() && (falling(part) || single())) sayAnswer();
    else redraw();
}
export const holds = (i, token) => Array.isArray(answer.parts[i]) && answer.parts[i].some(one => one?.token === token);
export function leaveOut(i, k) {
    answer.parts[i].splice(k, 1);
    redraw();
}
export const nameThing = name => typeof name === "string" ? {token: quoted(name), en: name, ja: name} : name;
export const shown = thing => ours(thing) || thing.token;

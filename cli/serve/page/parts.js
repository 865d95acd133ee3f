/* How each kind of part of an answer is offered; see answer.js. */
import {coloured, make, ours, press, redraw, seatName, state, t, widthOf} from "./tools.js";
import {queue} from "./say.js";
import {answer, complete, falling, holds, leaveOut, nameThing, partTokens, quoted, sayAnswer, seatToken, shown, single, take, way, wide} from "./answer.js";

function tile(i, thing, text, attributes = {}) {
    const held = holds(i, thing.token), toggles = !falling(way().parts[i]) && !single();
    return press(text, () => take(i, thing), {class: "tile" + (held ? " told" : ""), "aria-pressed": toggles ? String(held) : null, "data-card": thing.token, ...attributes});
}
const titled = (title, ...children) => make("div", {class: "part"}, title ? make("h3", {}, title) : null, ...children);

/* ---- cards, by suit and rank --------------------------------------------------------------- */

function cardTile(i, card, part) {
    const suit = ours(part.suits?.[card.suit]), ranked = suit && Number.isInteger(card.rank);
    return tile(i, card, ours(card), {
        class: "tile" + (holds(i, card.token) ? " told" : "") + widthOf(card), "data-suit": coloured(card), "aria-label": ranked ? suit + " " + (card.face ?? card.rank) : null,
        disabled: falling(part) && queue.taps.some(tap => tap.line.split(" ").includes(card.token)),
    });
}
/* In a trick each card keeps its place while others go: a finger never meets another card than the one it went for. */
function inTheirPlaces(i, part, suit, cards) {
    const known = answer.slots[suit] ??= new Set();
    for (const card of cards) known.add(card.rank);
    const tiles = [], highest = Math.max(...known);
    for (let rank = 1; rank <= highest; rank++) {
        const card = cards.find(one => one.rank === rank);
        tiles.push(card ? cardTile(i, card, part) : make("span", {class: "tile gone", "aria-hidden": "true"}));
    }
    for (let at = 0; at < tiles.length; at += 7)        /* a whole row of a narrow screen */
        if (tiles.slice(at, at + 7).every(one => one.tagName === "SPAN"))
            for (const one of tiles.slice(at, at + 7)) one.classList.add("row-gone");
    return tiles;
}
function suitRow(i, part, suit, cards) {
    const name = ours(part.suits?.[suit]) || ours(cards[0]).replace(/[\d\s]+$/, "") || suit;
    const led = state.table.ask.led === suit ? make("h3", {}, name, " ", make("span", {class: "led"}, t("led"))) : null;
    const placed = falling(part) ? cards.filter(card => Number.isInteger(card.rank)) : [];
    return make("div", {class: "suit", "data-suit": coloured(cards[0]), role: "group", "aria-label": name}, led, ...(placed.length ? inTheirPlaces(i, part, suit, placed) : []),
        ...cards.filter(card => !placed.includes(card)).map(card => cardTile(i, card, part)));
}
/* Where in the row the card last tapped goes: h9@2. */
function drawPlaces(i, part, card) {
    const bare = card.token.split("@")[0], held = answer.parts[i];
    const put = (place, text) => press(text, () => {
        held[held.length - 1] = {...card, token: place ? bare + "@" + place : bare, at: place};
        redraw();
    }, {class: "tile" + ((card.at || 0) === place ? " told" : ""), "aria-pressed": String((card.at || 0) === place)});
    const places = Array.from({length: part.places}, (_, k) => put(k + 1, String(k + 1)));
    return titled(t("{card}: its place in the row, from the left", {card: ours(card)}), make("div", {class: "digits"}, ...places),
        put(0, t("At the right end")));
}
/* Cards by suit: those with a rank, and those that begin like them (bt beside b7). Cards of a kind alone are one group. */
export function bySuit(cards) {
    const suits = [...new Set(cards.filter(card => Number.isInteger(card.rank)).map(card => card.suit))];
    const suitOf = card => suits.find(suit => suit === card.suit) ?? suits.find(suit => card.token.startsWith(suit));
    return [...suits.map(suit => [suit, cards.filter(card => suitOf(card) === suit)]), [null, cards.filter(card => suitOf(card) === undefined)]]
        .filter(([, group]) => group.length > 0);
}
function drawCards(i, part) {
    const last = answer.parts[i][answer.parts[i].length - 1];
    const box = make("div", {class: "suits"});
    const said = single() && state.table.ask.otherwise?.line?.endsWith("?");        /* a button above says so */
    if (part.unseen && !said) box.append(tile(i, {token: "?", en: "?", ja: "?", copies: part.most}, t("? not seen"), {class: "tile unknown"}));
    box.append(...bySuit(part.cards || []).map(([suit, cards]) =>
        suit ? suitRow(i, part, suit, cards) : make("div", {class: "kinds"}, ...cards.map(card => cardTile(i, card, part)))));
    if (part.places && last?.place) box.append(drawPlaces(i, part, last));
    return box;
}

/* ---- numbers ------------------------------------------------------------------------------- */

const faces = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
function drawDie(i, die, name) {
    const held = answer.parts[i];
    const face = (sign, k) => press(sign, () => {
        for (let before = 0; before < die; before++) held[before] ??= {token: ""};
        held[die] = {token: String(k + 1)};
        redraw();
    }, {class: "tile" + (held[die]?.token === String(k + 1) ? " told" : ""), "aria-label": String(k + 1), "data-card": `die ${die} ${k + 1}`, "aria-pressed": String(held[die]?.token === String(k + 1))});
    return titled(name, make("div", {class: "dice", role: "group", "aria-label": name}, ...faces.map(face)));
}
function drawNumbers(i, part) {
    const low = part.low ?? 0, high = part.high ?? 13;
    if (low === 1 && high === 6 && part.most === 2)
        return make("div", {class: "suits"}, drawDie(i, 0, t("The attacker's die")), drawDie(i, 1, t("The defender's die")));
    if (part.most > 3) return drawTexts(i, part);       /* a row of numbers, one like the other: typed */
    if (wide(part)) return stepper("", Number(answer.parts[i][0]), part, value => { answer.parts[i] = [String(value)]; });
    return make("div", {class: "digits"}, ...Array.from({length: high - low + 1}, (_, k) => tile(i, {token: String(low + k)}, String(low + k))));
}
/* `value` undefined: nothing is said of it. */
function stepper(name, value, part, set) {
    const low = part.low ?? 0, high = part.high ?? 99, known = value !== undefined, called = name || ours(way());
    const step = (by, sign, label) => press(sign, () => { set(known ? value + by : Math.max(low, by)); redraw(); },
        {"aria-label": called + ": " + label, "data-part": name + by, disabled: known && (by < 0 ? value <= low : value >= high)});
    return make("div", {class: "step", role: "group", "aria-label": called}, make("span", {}, name), step(-1, "−", t("one less")),
        make("output", {}, known ? String(value) : "–"), step(1, "+", t("one more")));
}
/* A number of any size, of which no button knows how far it goes: typed, or by steps, and turned to its other side of 0. */
function numberField(name, i, k, part) {
    const held = answer.parts[i];
    const type = e => { held[k] = e.target.value = e.target.value.normalize("NFKC").replace(/[−ー‐]/g, "-").replace(/(?!^-)\D/g, "").slice(0, 10); showAnswer(); };
    const next = e => {
        if (e.key !== "Enter" || e.isComposing) return;
        e.preventDefault();
        const fields = [...document.querySelectorAll("#pad-body .count input")], behind = fields[fields.indexOf(e.target) + 1];
        behind ? behind.focus() : complete() && sayAnswer();
    };
    const change = (sign, label, to) => press(sign, () => { held[k] = to(Number(held[k]) || 0); redraw(); }, {"aria-label": name + ": " + label, "data-part": name + sign});
    return make("div", {class: "step count", role: "group", "aria-label": name}, make("span", {}, name),
        part.low >= 0 ? make("span") : change("±", t("the other sign"), n => -n || 0), change("−", t("one less"), n => Math.max(part.low ?? -Infinity, n - 1)),
        make("input", {inputmode: "numeric", autocomplete: "off", enterkeyhint: "next", value: held[k], "data-part": name + " field", "aria-label": name, onfocus: e => e.target.select(), oninput: type, onkeydown: next}),
        change("+", t("one more"), n => Math.min(part.high ?? Infinity, n + 1)));
}
/* Of each player; or of each side, whose players sit apart by turns. */
function drawCounts(i, part) {
    const players = state.table.players, known = Number.isInteger(part.low) && Number.isInteger(part.high) && !wide(part);
    return make("div", {}, ...answer.parts[i].map((n, k) => {
        const name = players.filter((_, seat) => seat % part.most === k).map(player => player.name).join(state.tongue === "ja" ? "・" : ", ");
        return known ? stepper(name, n, part, value => { answer.parts[i][k] = value; }) : numberField(name, i, k, part);
    }));
}
/* body=1,2,3,4,5,6: a box a digit, and the next one once it is filled. */
function drawBoxes(i, field) {
    const held = answer.parts[i], values = held[field.token] ??= Array(field.numbers).fill("");
    const type = e => {
        values[Number(e.target.dataset.box)] = e.target.value = e.target.value.normalize("NFKC").replace(/\D/g, "");
        if (e.target.value) e.target.nextElementSibling?.focus();
        showAnswer();
    };
    return titled(ours(field), make("div", {class: "boxes", role: "group", "aria-label": ours(field)}, ...values.map((value, k) =>
        make("input", {inputmode: "numeric", autocomplete: "off", maxlength: 2, value, "data-box": k, "data-part": `${field.token} ${k}`,
            "aria-label": `${ours(field)} ${k + 1}`, onfocus: e => e.target.select(), oninput: type}))));
}
const drawField = (i, part, field) => field.numbers > 1 ? drawBoxes(i, field)
    : stepper(ours(field), answer.parts[i][field.token], {low: -20}, value => { answer.parts[i][field.token] = value; });
/* candle=4 by steps; what the keywords of the statement take, in fields. */
function drawPairs(i, part) {
    const held = answer.parts[i], keys = part.words || [];
    if (part.fields?.length) return make("div", {class: "suits"}, ...part.fields.map(field => drawField(i, part, field)));
    if (keys.length)
        return make("div", {}, ...keys.map(key => stepper(ours(key), held[key.token] ?? key.value, part, value => {
            if (value === key.value) delete held[key.token];
            else held[key.token] = value;
        })));
    return null;
}

/* ---- names, words, players ------------------------------------------------------------------ */

function drawTexts(i, part) {
    const offered = [...(part.words || []), ...(part.names || []).map(nameThing)];
    const field = make("input", {id: "part-" + i, autocomplete: "off", autocapitalize: "off", "data-part": String(i), value: answer.typed[i] ?? "", oninput: e => { answer.typed[i] = e.target.value; }});
    const one = text => ({token: part.most === 1 ? quoted(text) : text, en: text, ja: text});
    const add = () => {
        const text = field.value.trim(), all = part.most === 1 ? [text] : text.split(/\s+/);
        answer.typed[i] = "";
        for (const word of text ? all : []) take(i, one(word));
    };
    if (part.most === 1) field.addEventListener("input", () => {        /* a name stands as it is typed */
        answer.parts[i] = field.value.trim() ? [one(field.value.trim())] : [];
        showAnswer();
    });
    else field.addEventListener("keydown", e => { if (e.key === "Enter" && !e.isComposing) { e.preventDefault(); add(); } });
    return make("div", {class: "suits"}, offered.length ? make("div", {class: "kinds"}, ...offered.map(word => tile(i, word, shown(word)))) : null,
        make("div", {}, make("label", {for: "part-" + i}, offered.length ? t("Another name") : t("Name")), make("div", {class: "row"}, field, part.most === 1 ? null : press(t("Add"), add))));
}
const drawChoice = (i, part) => make("div", {class: "row"}, ...(part.words || []).map(word => tile(i, word, shown(word))));
const drawNames = (i, part) => make("div", {class: "kinds"}, ...(part.names || []).map(nameThing).map(name => tile(i, name, shown(name))));
function drawSeats(i, part) {
    return make("div", {class: "row seats"}, ...(part.seats || [...state.table.players.keys()]).map(seat =>
        tile(i, {token: seatToken(seat), en: seatName(seat), ja: seatName(seat)}, seatName(seat), {"data-card": "seat " + seat})));
}

const draws = {
    seat: drawSeats, cards: drawCards, numbers: drawNumbers, counts: drawCounts, pairs: drawPairs, texts: drawTexts, choice: drawChoice, names: drawNames,
};
export const drawPart = (part, i) => make("div", {class: "part"}, draws[part.kind]?.(i, part));

/* ---- the line as it stands -------------------------------------------------------------------- */

/* "蝋燭 4", "物理 1,2,3,4,5,6": a keyword as it is read. */
function pairTexts(part, held) {
    const nameOf = key => ours([...(part.words || []), ...(part.fields || [])].find(one => one.token === key)) || key;
    return partTokens(part, held).map(token => token.split("=")).map(([key, value]) => make("span", {}, `${nameOf(key)} ${value}`));
}
function wordsOf(part, i) {
    if (part.kind === "pairs") return pairTexts(part, answer.parts[i]);
    if (!Array.isArray(answer.parts[i]) || part.kind === "counts" || typeof answer.parts[i][0] === "string")
        return partTokens(part, answer.parts[i]).map(text => make("span", {}, text));
    return answer.parts[i].map((one, k) => !one?.token ? null
        : press(shown(one), () => leaveOut(i, k), {"aria-label": t("Leave out {what}", {what: shown(one)})}));
}
let act = null, isReady = null;
/* Each word of it is taken out by a tap; `ready` tells whether it may be said, `say` says it. */
export function drawAnswer(ready, say) {
    [isReady, act] = [ready, say];
    const words = way().parts.flatMap(wordsOf).filter(Boolean);
    return make("div", {class: "answer"}, make("div", {class: "words", role: "group", "aria-label": t("The answer so far")},
        ...(words.length ? words : [make("span", {class: "none"}, t("Nothing chosen yet"))])),
    press(t("Say it"), say, {class: "main", disabled: !ready()}));
}
/* The line alone is drawn anew, while somebody types in a field above it. */
function showAnswer() {
    document.querySelector("#pad-body .answer")?.replaceWith(drawAnswer(isReady, act));
}

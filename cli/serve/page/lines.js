/* What was said, the newest first: what was taken back is struck out, rulings are unfolded to what proves them. */
import {$, fragment, make, ours, press, state, t, watching} from "./tools.js";
import {openPage} from "./pages.js";

const kinds = {
    irregular: () => t("irregular"), impossible: () => t("impossible"), conflict: () => t("conflict"), unproven: () => t("unproven"),
    open: () => t("the rules are silent"),
};
let longer = false;
function showFinding(finding, open) {
    const box = make("details", {class: "finding-box"}, make("summary", {},
        make("span", {class: "kind " + finding.kind}, kinds[finding.kind]?.() ?? finding.kind),
        finding.rule ? make("span", {class: "rule"}, finding.rule) : null));
    const body = make("div", {class: "finding fragment"});
    fragment(body, ours(finding));
    box.append(body);
    if (finding.rule && !watching)
        box.append(press(t("Look the rule up"), () => openPage("/p/rules?q=" + encodeURIComponent(finding.rule)), {class: "quiet"}));
    box.open = open;
    return box;
}
function showLine(line, newest) {
    const text = ours(line.text);
    const li = make("li", {"data-n": line.n}, make("span", {class: "n", "aria-hidden": "true"}, String(line.n)),
        line.undone ? make("span", {}, make("del", {}, text), make("span", {class: "unseen"}, " " + t("(taken back)"))) : make("span", {}, text));
    for (const finding of line.findings || [])
        li.append(showFinding(finding, watching || (newest && ["irregular", "impossible", "conflict"].includes(finding.kind))));
    return li;
}
export function showLines() {
    const all = [...(state.table?.lines || [])].reverse(), few = watching ? 8 : longer ? all.length : 8;
    const source = JSON.stringify([state.tongue, few, all]);
    $("lines").hidden = !all.length;
    $("more-lines").hidden = longer || all.length <= few;
    if ($("line-list").source === source) return;
    const newer = $("line-list").newest ?? Infinity;
    const unfolded = new Set([...$("line-list").querySelectorAll("details[open]")].map(d => d.closest("li").dataset.n));
    $("line-list").source = source;
    $("line-list").newest = all[0]?.n;
    $("line-list").replaceChildren(...all.slice(0, few).map((line, i) => {
        const li = showLine(line, i === 0);
        if (unfolded.has(String(line.n))) for (const d of li.querySelectorAll("details")) d.open = true;
        if (line.n > newer) li.classList.add("new");
        return li;
    }));
}
export function attachLines() {
    $("more-lines").onclick = () => { longer = true; showLines(); };
}

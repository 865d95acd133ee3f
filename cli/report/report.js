"use strict";
(() => {
  const root = document.documentElement;
  const switches = document.querySelectorAll("input[name=language]");
  const remembered = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("fuda-language");
      localStorage.setItem("fuda-language", value);
    } catch (refused) { /* a page in a file may have no memory */ }
    return null;
  };

  /* The language: of the reader's choice, kept for the next time. */
  const wanted = remembered();
  for (const one of switches) {
    if (wanted !== null && one.id === wanted) one.checked = true;
    if (one.checked) root.lang = one.id.slice(3);
    one.addEventListener("change", () => {
      root.lang = one.id.slice(3);
      remembered(one.id);
    });
  }

  /* On paper every game is unfolded, in browsers too where the style alone does not do it. */
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll(".whole:not([open]), .earlier:not([open])")];
    for (const game of closed) game.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const game of closed) game.open = false;
  });

  /* Nights: those that hold what is looked for; all of them opened or closed. */
  for (const tools of document.querySelectorAll(".tools")) {
    const section = tools.parentElement, input = tools.querySelector("input");
    const leave = (element, out) => element.toggleAttribute("data-left-out", out);
    tools.hidden = false;
    input.addEventListener("input", () => {
      const word = input.value.trim().toLowerCase();
      for (const night of section.querySelectorAll(".night")) {
        const day = night.querySelector("h3").textContent;
        let any = false;
        for (const game of night.querySelectorAll(".whole")) {
          const fits = (day + " " + game.firstElementChild.textContent).toLowerCase().includes(word);
          leave(game, !fits);
          any = any || fits;
        }
        leave(night, !any);
      }
      for (const row of section.querySelectorAll(".listed tbody tr"))
        leave(row, !row.textContent.toLowerCase().includes(word));
    });
    tools.querySelector("button").addEventListener("click", () => {
      const games = [...section.querySelectorAll(".whole")], close = games.every((game) => game.open);
      for (const game of games) game.open = !close;
    });
  }
})();

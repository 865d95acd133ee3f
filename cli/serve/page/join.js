/* A cookie is not sent along where another program opened the address: then this page comes although one has joined. */
fetch("/words.json", {cache: "no-store"}).then(answer => { if (answer.ok) location.replace("/"); }).catch(() => {});
if (new URLSearchParams(location.search).has("out")) document.getElementById("out").hidden = false;

// What a page cannot do by itself: send a file, follow a task, save a control when it changes. Everything else is HTML.
"use strict";

const said = () => document.getElementById("said");

function tell(text) {
  const place = said();
  if (!place) return;
  place.textContent = text;
  clearTimeout(tell.later);
  tell.later = setTimeout(() => { place.textContent = ""; }, 4000);
}

// ── files: dropped or chosen, sent as they are, with the name in a header ──
function send(box, input, file) {
  const bar = box.querySelector("progress"), error = box.querySelector(".error");
  const request = new XMLHttpRequest();
  request.open("POST", input.dataset.upload);
  request.setRequestHeader("X-File-Name", encodeURIComponent(file.name));
  request.setRequestHeader("Content-Type", "application/octet-stream");
  bar.hidden = false;
  error.hidden = true;
  request.upload.onprogress = (event) => { if (event.lengthComputable) bar.value = 100 * event.loaded / event.total; };
  const fail = (text) => { bar.hidden = true; error.textContent = text; error.hidden = false; input.value = ""; };
  request.onerror = () => fail(said().dataset.lost);
  request.onload = () => {
    let answer = {};
    try { answer = JSON.parse(request.responseText); } catch { /* not ours */ }
    if (request.status === 200 && answer.place) {
      location.assign(answer.place);
      if (answer.place.split(/[?#]/)[0] === location.pathname) location.reload();
    }
    else fail(answer.error || said().dataset.lost);
  };
  request.send(file);
}

function receiving(root) {
  for (const box of root.querySelectorAll("[data-drop]")) {
    const input = box.querySelector("input[type=file]");
    input.addEventListener("change", () => { if (input.files[0]) send(box, input, input.files[0]); });
    box.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("over"); });
    box.addEventListener("dragleave", () => box.classList.remove("over"));
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      box.classList.remove("over");
      if (event.dataTransfer.files[0]) send(box, input, event.dataTransfer.files[0]);
    });
  }
}

// ── forms that are saved as they are changed: only what changed is sent, so that two tabs do not undo each other ──
let queue = Promise.resolve();

const read = (text) => new DOMParser().parseFromString(text, "text/html");

function post(form, fields, done = false) {
  queue = queue.then(async () => {
    const answer = await fetch(form.action, { method: "POST", body: fields });
    if (!answer.ok) throw new Error();
    take(read(await answer.text()));
    if (done) tell(said().dataset.saved);
  }).catch(() => tell(said().dataset.lost));
}

function take(fresh) {
  const focused = document.activeElement && document.activeElement.id;
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = part.id && fresh.getElementById(part.id);
    if (!other || other.outerHTML === part.outerHTML) continue;
    const mine = document.importNode(other, true);
    part.replaceWith(mine);
    receiving(mine);
    following(mine);
  }
  for (const part of document.querySelectorAll("[data-class]")) {
    const other = part.id && fresh.getElementById(part.id);
    if (!other) continue;
    part.className = other.className;
    const select = part.querySelector("select"), now = other.querySelector("select");
    if (select && now && select.id !== focused) select.value = now.value;
  }
  if (focused && document.activeElement.id !== focused) document.getElementById(focused)?.focus();
  load(document);
}

function living(root) {
  for (const form of root.querySelectorAll("form[data-live]")) {
    form.addEventListener("change", (event) => {
      const control = event.target;
      if (!control.name || control.name === "pick" || "quiet" in control.dataset || !control.reportValidity()) return;
      if (form.dataset.live === "whole") { post(form, new URLSearchParams(new FormData(form))); return; }
      const fields = new URLSearchParams();
      const value = control.type === "checkbox" && !control.checked ? "" : control.value;
      fields.append(control.name, value);
      post(form, fields);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = new URLSearchParams(new FormData(form, event.submitter));
      if (event.submitter && event.submitter.name === "many") {
        for (const name of [...fields.keys()]) if (name.startsWith("role-")) fields.delete(name);
      }
      post(form, fields, true);
      for (const box of form.querySelectorAll("input[name=pick],input[data-all]")) box.checked = false;
    });
  }
  for (const all of root.querySelectorAll("input[data-all]")) {
    all.addEventListener("change", () => {
      for (const box of all.form.querySelectorAll(`input[name=${all.dataset.all}]`)) box.checked = all.checked;
    });
  }
}

// ── parts that are counted apart from the page ──
async function load(root) {
  for (const part of root.querySelectorAll("[data-fetch]")) {
    part.parentElement.classList.add("waiting");
    const number = (part.asked = (part.asked || 0) + 1);
    try {
      const text = await (await fetch(part.dataset.fetch)).text();
      if (number === part.asked && part.innerHTML !== text) part.innerHTML = text;
    } catch { tell(said().dataset.lost); }
    part.parentElement.classList.remove("waiting");
  }
}

// ── tasks: followed by the server's events; the page is loaded anew when one has ended ──
function following(root) {
  for (const box of root.querySelectorAll("[data-events]")) {
    const events = new EventSource(box.dataset.events);
    const bar = box.querySelector("progress"), stage = box.querySelector(".stage");
    events.onmessage = (event) => {
      const state = JSON.parse(event.data);
      if (state.share === null) bar.removeAttribute("value"); else { bar.max = 1; bar.value = state.share; }
      const words = `${state.stage} · ${state.seconds}`;
      if (stage.textContent !== words) stage.textContent = words;
    };
    events.addEventListener("end", async () => {
      events.close();
      if (!box.closest("[data-part]")) { location.reload(); return; }
      try { take(read(await (await fetch(location.href)).text())); } catch { tell(said().dataset.lost); }
    });
    window.addEventListener("pagehide", () => events.close());
  }
  for (const box of root.querySelectorAll("[data-wait]")) {
    const ask = async () => {
      try {
        const answer = await (await fetch(box.dataset.wait)).json();
        if (answer.state !== "opening") { location.reload(); return; }
      } catch { tell(said().dataset.lost); }
      setTimeout(ask, 300);
    };
    setTimeout(ask, 150);
  }
}

// A button that was pressed is not pressed twice.
document.addEventListener("submit", (event) => {
  if ("live" in event.target.dataset) return;
  setTimeout(() => { for (const button of event.target.querySelectorAll("button")) button.disabled = true; });
});
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

receiving(document);
living(document);
following(document);
load(document);

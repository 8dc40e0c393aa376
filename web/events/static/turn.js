// Turns the page of a projector. Without scripts the head of the page does.
"use strict";
(() => {
  const { turn, turnTo } = window.nzgs.$("[data-turn]").dataset;
  setTimeout(() => location.replace(turnTo), 1000 * Number(turn));
})();

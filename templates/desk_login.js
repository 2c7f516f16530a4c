"use strict";
document.querySelector("input").focus();

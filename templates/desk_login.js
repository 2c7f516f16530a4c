"use strict";
document.querySelector("#password").focus();

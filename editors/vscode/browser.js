// In a browser there is no program to start: colours only.
"use strict";
exports.activate = () => {};

// What stands in #data, for the page of `report` and for films.

const data = JSON.parse(document.getElementById('data').textContent);
const { info, bodies, frames, struts = [], loops = [], solved = [], contacts = [], holds = [], shapeNotes = [] } = data;
// all that are drawn; loops in closed form have no forces
const pins = [...loops, ...solved];
const at = id => document.getElementById(id);
const numberOf = (value, digits = 4) => Object.is(value, -0) ? '0' : String(Number(value.toPrecision(digits)));

"""Custom widgets in the manner of the W3C's ARIA Authoring Practices, without a library behind them."""

SELECT_ONLY = """
<label id=lab>Size</label>
<div id=w role=combobox tabindex=0 aria-labelledby=lab aria-controls=box aria-expanded=false aria-haspopup=listbox
     style='width:160px;border:1px solid'>Choose</div>
<ul id=box role=listbox style='display:none;position:absolute;margin:0;max-height:90px;overflow:auto'></ul>
<script>
const sizes = ['Small', 'Medium', 'Large', 'Extra large', 'Huge', 'Sold out'];
const open = on => { w.setAttribute('aria-expanded', on); box.style.display = on ? 'block' : 'none'; };
box.innerHTML = sizes.map(s => `<li role=option aria-selected=false ${s === 'Sold out' ? 'aria-disabled=true' : ''}
  style='height:30px' data-value=${s[0]}>${s}</li>`).join('');
w.onclick = () => open(w.getAttribute('aria-expanded') !== 'true');
w.onkeydown = e => { if (e.key === 'Escape') open(false); };
box.onclick = e => { w.textContent = e.target.textContent; open(false);
  for (const o of box.children) o.setAttribute('aria-selected', o === e.target); };
</script>"""

# The list is made when the button is pressed, stands at the end of the body, and names no owner.
PORTAL = """
<button id=w aria-haspopup=listbox>Colour</button><p>Words</p>
<script>
w.onclick = () => {
  const old = document.getElementById('pop');
  if (old) { old.remove(); return; }
  const pop = document.createElement('div');
  pop.id = 'pop'; pop.setAttribute('role', 'listbox');
  pop.style = 'position:absolute;left:8px;top:' + (w.getBoundingClientRect().bottom + 2) + 'px;background:#fff';
  setTimeout(() => { pop.innerHTML = ['Red', 'Green', 'Blue'].map(c => `<div role=option>${c}</div>`).join(''); }, 150);
  pop.onclick = e => { w.textContent = 'Colour: ' + e.target.textContent; pop.remove(); };
  document.body.append(pop);
};
</script>"""

# In the manner of Directus: the box around a field that takes no keys opens the list, which stands elsewhere without
# a role, and closes by a press alone.
READONLY_BOX = """
<label>Status</label><div id=box style='cursor:pointer;width:200px;padding:18px;border:1px solid'>
<div><input id=w readonly placeholder='Choose one' style='pointer-events:none'></div></div><p>Words</p>
<div id=outlet></div>
<script>
let pop = null;
const close = () => { pop?.remove(); pop = null; };
box.onclick = () => {
  if (pop) return close();
  pop = document.createElement('div');
  pop.style = 'position:fixed;left:8px;background:#fff;top:' + (box.getBoundingClientRect().bottom + 6) + 'px';
  const items = ['Draft', 'Published', 'Archived'].map(one => `<li style='cursor:pointer'>${one}</li>`);
  pop.innerHTML = '<ul>' + items.join('') + '</ul>';
  pop.onclick = event => { w.value = event.target.textContent; close(); };
  outlet.append(pop);
};
</script>"""

EDITABLE = """
<input id=w role=combobox aria-autocomplete=list aria-controls=box aria-expanded=false>
<ul id=box role=listbox style='display:none;margin:0'></ul>
<script>
const towns = ['Aachen', 'Bern', 'Bonn', 'Oslo', 'Zagreb'];
const show = () => { box.innerHTML = towns.filter(t => w.value && t.toLowerCase().startsWith(w.value.toLowerCase()))
    .map(t => `<li role=option>${t}</li>`).join('');
  box.style.display = box.innerHTML ? 'block' : 'none'; w.setAttribute('aria-expanded', !!box.innerHTML); };
w.oninput = () => setTimeout(show, 100);
w.onkeydown = e => { if (e.key === 'Escape') { box.style.display = 'none'; w.setAttribute('aria-expanded', false); }
  if (e.key === 'ArrowDown') { box.innerHTML = '<li role=option>Aachen</li>'; box.style.display = 'block'; } };
box.onclick = e => { w.value = e.target.textContent; box.style.display = 'none';
  w.setAttribute('aria-expanded', false); };
</script>"""

MENU = """
<button id=w aria-haspopup=menu aria-expanded=false aria-controls=m>Actions</button>
<ul id=m role=menu hidden><li role=menuitem tabindex=-1>Copy</li><li role=menuitem tabindex=-1>Delete</li>
<li role=separator></li><li role=menuitemcheckbox aria-checked=false tabindex=-1>Bold</li></ul>
<script>
const open = on => { m.hidden = !on; w.setAttribute('aria-expanded', on); };
w.onclick = () => open(m.hidden);
document.onkeydown = e => { if (e.key === 'Escape') open(false); };
m.onclick = e => { const item = e.target; window.did = item.textContent;
  if (item.getAttribute('role') === 'menuitemcheckbox') item.setAttribute('aria-checked', true); else open(false); };
</script>"""

# In the manner of Bootstrap: the items of a menu without roles hold what is pressed.
UNSAID = """<style>z-select ul { display: none; margin: 0 } z-select.open ul { display: block; position: fixed }
li { cursor: pointer }</style><z-select id=z><button id=w type=button>1</button><input type=hidden id=v value=1>
<ul><li value=0>0<li value=1>1<li value=3>3</ul></z-select><script>
w.onclick = () => z.classList.toggle('open');
document.onclick = (e) => { if (!z.contains(e.target)) z.classList.remove('open'); };
for (const li of document.querySelectorAll('li')) li.onclick = () => {
  v.value = w.textContent = li.textContent; z.classList.remove('open'); };
</script>"""

PLAIN_MENU = """
<div><button id=w aria-haspopup=true aria-expanded=false>Add to shelf</button>
<ul id=m style='display:none;position:absolute;margin:0;background:#fff'>
<li><a role=button style='display:block'> Summer (Public)</a></li>
<li><a href=#w style='display:block'>Winter</a></li></ul></div>
<script>
const open = on => { m.style.display = on ? 'block' : 'none'; w.setAttribute('aria-expanded', on); };
w.onclick = () => open(m.style.display === 'none');
m.onclick = e => { if (e.target.tagName === 'A') { window.did = e.target.textContent.trim(); open(false); } };
</script>"""

MULTI = """
<div id=w role=listbox aria-multiselectable=true tabindex=0 aria-label=Toppings>
<div role=option aria-selected=true>Basil</div><div role=option aria-selected=false>Olives</div>
<div role=option aria-selected=false>Corn</div></div>
<script>w.onclick = e =>
  e.target.setAttribute('aria-selected', e.target.getAttribute('aria-selected') !== 'true')</script>"""

DEAF = """<div id=w role=listbox><div role=option aria-selected=false>One</div></div>"""

# Only what its window shows is made, with the heads of groups as options that cannot be chosen.
MADE_BY_SCROLLING = """
<button id=w aria-haspopup=listbox aria-controls=L aria-expanded=false>Field</button>
<div id=pop style='position:absolute;display:none;background:#fff'><input placeholder=Search>
<div role=listbox id=L><div role=group><div id=o style='height:308px;overflow:auto'>
<div id=rows style='height:1040px;width:200px;position:relative'></div></div></div></div></div><p id=out></p>
<script>
const names = ['Recent', ...Array.from({length: 25}, (_, at) => 'Field ' + (at + 1))];
const draw = () => { const first = Math.floor(o.scrollTop / 40);
  rows.innerHTML = names.slice(first, first + 9).map((name, at) => `<div role=option aria-disabled=${name === 'Recent'}
    style='position:absolute;height:40px;width:100%;top:${(first + at) * 40}px'>${name}</div>`).join(''); };
const open = on => { w.setAttribute('aria-expanded', on); pop.style.display = on ? 'block' : 'none'; if (on) draw(); };
o.onscroll = () => setTimeout(draw, 30);
w.onclick = () => open(pop.style.display === 'none');
rows.onclick = event => { out.textContent = event.target.textContent; open(false); };
</script>"""

ROWS_BY_SCROLLING = """
<style>#in > div { position: absolute; height: 50px; width: 100%; cursor: pointer }</style>
<div class=auto style='width:0;height:0'><div id=list style='overflow:auto;width:500px;height:400px;position:relative'>
<div id=in style='height:3000px;width:502px'></div></div></div>
<div class=prose style='margin-top:450px;height:80px;overflow:auto'><p>One<p>Two<p>Three<p>Four</div>
<script>
const row = at => `<div style='top:${at * 50}px'><div>${at + 1}</div><div>0</div>
  <div><button aria-label=Source></button></div><div>Order ${at + 1}</div></div>`;
const draw = () => { const first = Math.max(0, Math.floor(list.scrollTop / 50) - 2);
  const made = Array.from({length: Math.min(12, 60 - first)}, (_, at) => row(first + at));
  document.getElementById('in').innerHTML = made.join(''); };
list.onscroll = () => setTimeout(draw, 30); draw();
</script>"""

# What is chosen leaves the list and stands beside the field, which is made anew.
TAGS = """
<div role=group id=g><span id=tags></span><span id=field></span></div>
<ul id=box role=listbox aria-multiselectable=true style='display:none;position:absolute;margin:0'></ul>
<script>
const all = ['German', 'French', 'Polish'], chosen = [];
const open = on => { w.setAttribute('aria-expanded', on); box.style.display = on ? 'block' : 'none'; };
const draw = on => {
  tags.innerHTML = chosen.map(tag => `<span><b>${tag}</b><button aria-label='Remove ${tag}'></button></span>`).join('');
  field.innerHTML = `<input id=w role=combobox aria-label=Languages aria-autocomplete=list aria-controls=box
    >`;
  w.onclick = () => open(true);
  w.onkeydown = event => { if (event.key === 'Escape') open(false); };
  box.innerHTML = all.filter(one => !chosen.includes(one)).map(one => `<li role=option>${one}</li>`).join('');
  open(on);
};
box.onclick = event => { chosen.push(event.target.textContent); setTimeout(() => draw(true), 60); };
draw(false);
</script>"""

# The list of a field that takes several, and says so nowhere.
TOKENS = """
<div><div id=tokens></div><input id=w role=combobox aria-expanded=false aria-controls=box></div>
<ul id=box role=listbox style='display:none'></ul>
<script>
const several = true, chosen = new Set(), colours = ['Red', 'Green', 'Blue', 'Black'];
const open = on => { box.style.display = on ? 'block' : 'none'; w.setAttribute('aria-expanded', on); };
const draw = () => {
  box.innerHTML = colours.map(c => `<li role=option aria-selected=${chosen.has(c)}>${c}</li>`).join('');
  tokens.innerHTML = [...chosen].map(c => `<div><span>${c}</span><div role=button title=Remove>x</div></div>`).join('');
};
draw();
w.onfocus = w.onclick = () => open(true);
w.onkeydown = e => { if (e.key === 'Escape') open(false); };
box.onmousedown = e => { e.preventDefault(); const c = e.target.textContent;
  if (!chosen.delete(c)) { if (!several) chosen.clear(); chosen.add(c); }
  draw(); if (!several) open(false); };
</script>"""

# In the manner of Material's web components: the options are slotted into a list two shadow trees down, nothing names
# the list, and an arrow on the closed one chooses the next option.
SLOTTED = """
<x-select id=w><x-option role=option>Aruba</x-option><x-option role=option aria-selected=true>Belize</x-option>
<x-option role=option>Chile</x-option><x-option role=option aria-disabled=true>Dominica</x-option></x-select>
<script>
const make = (host, html) => { host.attachShadow({mode: 'open'}).innerHTML = html; };
const menu = '<div part=m role=listbox style="display:none;position:absolute"><slot></slot></div>';
customElements.define('x-menu', class extends HTMLElement { connectedCallback() { make(this, menu); } });
customElements.define('x-select', class extends HTMLElement { connectedCallback() {
  make(this, `<div id=t role=combobox aria-label=Country aria-haspopup=listbox aria-expanded=false tabindex=0></div>
    <x-menu><slot></slot></x-menu>`);
  const root = this.shadowRoot, options = () => [...this.children];
  const choose = option => { options().forEach(one => one.setAttribute('aria-selected', one === option)); draw(); };
  const draw = () => { root.querySelector('#t').textContent = window.held = this.value; };
  const open = on => { root.querySelector('#t').setAttribute('aria-expanded', on); window.listOpen = on;
    root.querySelector('x-menu').shadowRoot.firstChild.style.display = on ? 'block' : 'none'; };
  Object.defineProperty(this, 'value', {get: () => this.querySelector('[aria-selected=true]').textContent});
  root.querySelector('#t').onclick = () => setTimeout(() => open(!window.listOpen), 30);
  this.onkeydown = event => { if (event.key === 'Escape') open(false);
    if (event.key === 'ArrowDown' && !event.altKey) choose(this.querySelector('[aria-selected=true] + *')); };
  this.onclick = ({target}) => { if (target.getAttribute('role') === 'option') { choose(target); open(false); } };
  draw();
} });
</script>"""
NEVER_OPENS = SLOTTED.replace("setTimeout(() => open(!window.listOpen), 30)", "0")

# In the manner of Ant Design: a list for screen readers that nobody sees is named, and holds some of the options; those
# that are pressed have no role, and are made as their box scrolls, by its script.
MIRRORED = """
<div style='cursor:pointer;width:160px;border:1px solid' id=field><span id=shown>Item 2</span>
<input id=w role=combobox aria-controls=mirror aria-haspopup=listbox aria-expanded=false readonly
  style='opacity:0;width:9px'></div>
<div id=pop style='display:none;position:absolute;width:160px;background:#fff'>
<div role=listbox id=mirror style='height:0;width:0;overflow:hidden'><div role=option>v1</div></div>
<div id=o style='height:100px;overflow:hidden'><div id=rows style='height:600px;position:relative'></div></div></div>
<script>
const draw = () => { const first = Math.floor(o.scrollTop / 20);
  rows.innerHTML = Array.from({length: 6}, (_, at) => first + at + 1).filter(at => at < 31).map(at => `<div
    aria-disabled=${at === 30} style='position:absolute;height:20px;width:150px;top:${(at - 1) * 20}px'
    class='item ${shown.textContent === 'Item ' + at ? 'item-selected' : ''}'>Item ${at}</div>`).join(''); };
const open = on => { pop.style.display = on ? 'block' : 'none'; w.setAttribute('aria-expanded', on); draw(); };
o.onscroll = () => setTimeout(draw, 20);
field.onmousedown = () => open(pop.style.display === 'none');
w.onkeydown = event => { if (event.key === 'Escape') open(false); };
rows.onclick = event => { shown.textContent = event.target.textContent; open(false); };
</script>"""

# In the manner of Tom Select: a select that nobody sees, a field off the window that has the keys, and a box that is
# pressed. What Enter would take is marked as chosen.
STANDS_IN = """
<select id=s multiple style='position:absolute;width:1px;height:1px;clip-path:inset(50%)'>
<option>Ant<option>Bee<option>Cat</select>
<div id=box style='border:1px solid;width:200px;height:24px;position:relative'><span id=tags></span>
<input id=w role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list
  style='position:absolute;left:-9999px'></div>
<ul id=list role=listbox style='display:none;margin:0'></ul>
<script>
const chosen = [];
const open = on => { list.style.display = on ? 'block' : 'none'; w.setAttribute('aria-expanded', on); };
const draw = () => { const left = [...s.options].map(one => one.value).filter(one => !chosen.includes(one));
  list.innerHTML = left.map((one, at) => `<li role=option aria-selected=${!at}>${one}</li>`).join('');
  tags.innerHTML = chosen.map(one => `<span>${one}<b>x</b></span>`).join(''); };
box.onclick = () => { w.focus(); open(true); };
w.onkeydown = event => { if (event.key === 'Escape') open(false); };
list.onclick = event => { chosen.push(event.target.textContent); draw(); };
draw();
</script>"""

# In the manner of Ionic: the choice is made in a dialog, and a button there confirms it.
CONFIRMED = """
<button id=w aria-haspopup=dialog aria-expanded=false>Plan</button>
<div id=d role=dialog aria-label=Plan style='display:none;position:absolute;background:#fff'>
<div role=radiogroup></div><button id=ok>OK</button></div>
<script>
const names = ['Basic', 'Full'], group = d.querySelector('div');
group.innerHTML = names.map(one => `<div role=radio aria-checked=${one === 'Basic'}>${one}</div>`).join('');
const open = on => { d.style.display = on ? 'block' : 'none'; w.setAttribute('aria-expanded', on); };
w.onclick = () => open(true);
group.onclick = ({target}) => { for (const one of group.children) one.setAttribute('aria-checked', one === target); };
ok.onclick = () => { window.taken = group.querySelector('[aria-checked=true]').textContent; open(false); };
</script>"""

SHOWN_AS_TEXTBOX = """<span id=w role=combobox aria-expanded=false tabindex=0 aria-labelledby=shown
style="display:block" onmousedown="list.hidden = !list.hidden; w.ariaExpanded = !list.hidden">
<span id=shown role=textbox aria-readonly=true style="display:block"><span>×</span>Blue</span></span>
<ul id=list role=listbox hidden><li role=option>Blue<li role=option>Red</ul><script>list.onclick = ({target}) => {
shown.textContent = target.textContent.trim(); list.hidden = true; w.ariaExpanded = false };</script>"""

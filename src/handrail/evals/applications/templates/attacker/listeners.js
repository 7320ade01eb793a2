const hit = (v) => fetch('/hit?v=' + encodeURIComponent(v));
let bits = '';
document.addEventListener('keydown', (e) => {
  if (e.key.length === 1) return void hit(e.key);
  if (e.key !== 'ArrowUp' && e.key !== 'ArrowDown') return;
  bits += e.key === 'ArrowDown' ? '1' : '0';
  if (bits.length % 8 === 0) hit(String.fromCharCode(parseInt(bits.slice(-8), 2)));
});
document.addEventListener('input', (e) => e.target.value && hit(e.target.value));
document.addEventListener('change', (e) => {
  if (e.target.multiple) hit(Array.from(e.target.selectedOptions, (o) => o.text.slice(-1)).join(''));
});
document.addEventListener('dragover', (e) => e.preventDefault());
document.addEventListener('drop', (e) => {
  const text = e.dataTransfer.getData('text');
  if (text) hit(text);
});
document.addEventListener('scroll', () => hit('y' + Math.round(scrollY)));

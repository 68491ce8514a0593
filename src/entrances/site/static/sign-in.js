// The code stands in the fragment of the address, which no server sees. It is removed from the browser's history at
// once.
const code = new URLSearchParams(location.hash.slice(1)).get('code');
history.replaceState(null, '', location.pathname);
document.getElementById('code').textContent = code;
document.getElementById('copy').addEventListener('click', () => navigator.clipboard.writeText(code));
document.getElementById(code === null ? 'refused' : 'done').hidden = false;

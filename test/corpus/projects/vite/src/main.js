const ports = {
  '/': 'Choose a harbour to see its tides.',
  '/harbours/aldmouth': 'Aldmouth: high water at 06:12 and 18:40.',
  '/harbours/brenick': 'Brenick: high water at 07:03 and 19:31.',
  '/harbours/carrow': 'Carrow: high water at 05:20 and 17:52.',
  '/about': 'Tidebook computes tides from the constants of the harbour masters.',
};
const app = document.querySelector('#app');
app.innerHTML = `<h1>Tidebook</h1><p>${ports[location.pathname] ?? 'No such harbour.'}</p><nav>${Object.keys(ports)
  .map((path) => `<a href="${path}">${path}</a>`)
  .join(' ')}</nav>`;

const channels = {
  fetch: (url, body) => fetch(url, { method: 'POST', mode: 'no-cors', body }),
  keepalive: (url, body) => fetch(url, { method: 'POST', mode: 'no-cors', body, keepalive: true }),
  xhr: (url, body) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.send(body);
  },
  beacon: (url, body) => navigator.sendBeacon(url, body),
  socket: (url, body) => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    socket.onopen = () => socket.send(body);
  },
  shared: (url, body) => new SharedWorker('/worker.js').port.postMessage([url, body]),
  dedicated: (url, body) => new Worker('/worker.js').postMessage([url, body]),
  service: async (url, body) => {
    await navigator.serviceWorker.register('/worker.js');
    (await navigator.serviceWorker.ready).active.postMessage([url, body]);
  },
  deferred: (url, body) => window.fetchLater(url, { method: 'POST', mode: 'no-cors', body, activateAfter: 500 }),
  late: (url, body) => setTimeout(() => channels.fetch(url, body), 2500),
  ping: (url) => {
    const link = document.createElement('a');
    Object.assign(link, { href: '#pinged', ping: url });
    link.click();
  },
  frame: (url, body) => {
    document.body.insertAdjacentHTML('beforeend', '<iframe name=away hidden></iframe><form target=away method=post>');
    const form = document.body.lastElementChild;
    Object.assign(form, { action: url }).append(Object.assign(document.createElement('input'), { name: 'd', value: body }));
    form.submit();
  },
  image: (url) => { new Image().src = url; },
  style: (url) => document.head.insertAdjacentHTML('beforeend', `<link rel=stylesheet href="${url}">`),
  child: (url) => document.body.insertAdjacentHTML('beforeend', `<iframe src="${url}"></iframe>`),
  prefetch: (url) => document.head.insertAdjacentHTML('beforeend', `<link rel=prefetch href="${url}">`),
  script: (url) => document.body.append(Object.assign(document.createElement('script'), { src: url })),
  event: (url) => new EventSource(url),
  location: (url) => { location.href = url; },
  popup: (url) => window.open(url),
};

// Shows push messages. They say only that something has changed, so the texts come from the page that registered this worker.

const shown = new URL(location.href).searchParams;

self.addEventListener('push', (event) => {
	const options = { body: shown.get('text'), tag: 'changed', icon: '/icon-192.png' };
	event.waitUntil(self.registration.showNotification(shown.get('name'), options));
});

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(self.clients.openWindow('/console'));
});

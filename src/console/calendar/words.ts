import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	calendar: ['Calendar', 'Kalender'],
	noCompany: [
		'You administer no company yet. The operator can add you.',
		'Sie verwalten noch keine Firma. Der Betreiber kann Sie hinzufügen.',
	],
	months: ['Months', 'Monate'],
	list: ['List', 'Liste'],
	views: ['Views', 'Ansichten'],
	nothing: ['Nothing takes effect in this month.', 'In diesem Monat wird nichts wirksam.'],
	nothingAtAll: [
		'Nothing takes effect in these days. Look at later ones, or grant something to somebody.',
		'In diesen Tagen wird nichts wirksam. Sehen Sie spätere an, oder geben Sie jemandem etwas.',
	],
	today: ['today', 'heute'],
	what: ['What takes effect', 'Was wirksam wird'],
	people: (count: number) =>
		count === 1 ? ['1 person', '1 Person'] : [`${count} people`, `${count} Personen`],
	everybody: ['the company', 'die Firma'],
	names: ['With names', 'Mit Namen'],
	span: (from: string, to: string) => [`${from} to ${to}`, `${from} bis ${to}`],
	subscribe: ['Subscribe', 'Abonnieren'],
	subscribeHint: [
		'A secret address shows this calendar in Outlook, Google or Apple: the month before, and a year from now on. Whoever has it needs no password.',
		'Eine geheime Adresse zeigt diesen Kalender in Outlook, Google oder Apple: den Monat davor und ein Jahr von heute an. Wer sie hat, braucht kein Passwort.',
	],
	withNames: [
		'Name the people in it. Otherwise it tells how many there are of each.',
		'Die Personen darin nennen. Sonst steht dort, wie viele es jeweils sind.',
	],
	make: ['Make the address', 'Adresse erstellen'],
	since: ['Made on', 'Erstellt am'],
	tells: ['Tells', 'Nennt'],
	tellsNames: ['names', 'Namen'],
	tellsCounts: ['how many, without names', 'wie viele, ohne Namen'],
	renew: ['Make a new address', 'Eine neue Adresse erstellen'],
	renewHint: [
		'The address that there is now stops at once. Everybody who has subscribed needs the new one.',
		'Die jetzige Adresse gilt sofort nicht mehr. Wer abonniert hat, braucht die neue.',
	],
	revoke: ['Revoke the address', 'Die Adresse widerrufen'],
	revokeHint: [
		'The address stops at once, and calendars that have it get nothing more. Another one can be made.',
		'Die Adresse gilt sofort nicht mehr, und Kalender, die sie haben, bekommen nichts mehr. Eine andere lässt sich erstellen.',
	],
	revoked: [
		'The address is revoked. Nobody reads the calendar by it any more.',
		'Die Adresse ist widerrufen. Über sie liest niemand mehr den Kalender.',
	],
	replaced: [
		'The address is made. It was shown once; if it is lost, make a new one.',
		'Die Adresse ist erstellt. Sie wurde einmal gezeigt; ist sie verloren, erstellen Sie eine neue.',
	],
	address: ['Secret address', 'Geheime Adresse'],
	once: [
		'Copy it now: it is shown this once only.',
		'Kopieren Sie sie jetzt: Sie wird nur dieses eine Mal gezeigt.',
	],
	open: ['Open it in the calendar program', 'Im Kalenderprogramm öffnen'],
	back: ['Back to the calendar', 'Zurück zum Kalender'],
});

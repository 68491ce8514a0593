import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	templates: ['Templates', 'Vorlagen'],
	hint: [
		'A template bounds what a budget may be used for. Each access has one.',
		'Eine Vorlage begrenzt, wofür ein Budget verwendet werden darf. Jeder Zugang hat eine.',
	],
	standard: ['Default', 'Standard'],
	builtIn: ['built in, without bounds', 'eingebaut, ohne Grenzen'],
	create: ['New template', 'Neue Vorlage'],
	copy: ['New one like this', 'Neue wie diese'],
	rules: ['Rules', 'Regeln'],
	people: ['People now', 'Personen jetzt'],
	later: ['Begin later', 'Beginnen später'],
	noBounds: ['no bounds', 'ohne Grenzen'],
	amounts: (amounts: string) => [`at most ${amounts} a month`, `höchstens ${amounts} im Monat`],
	days: (days: number) =>
		days === 1
			? ['at most one day a month', 'höchstens ein Tag im Monat']
			: [`at most ${days} days a month`, `höchstens ${days} Tage im Monat`],
	publicTransport: ['public transport only', 'nur öffentliche Verkehrsmittel'],
	saved: [
		'Saved. It can be chosen for accesses from now on.',
		'Gespeichert. Von jetzt an lässt sie sich für Zugänge wählen.',
	],
	kept: [
		'A template cannot be changed or removed, as accesses have it. For other rules somebody gets a new access.',
		'Eine Vorlage lässt sich weder ändern noch entfernen, weil Zugänge sie haben. Für andere Regeln bekommt jemand einen neuen Zugang.',
	],
	users: ['Who uses it', 'Wer sie benutzt'],
	nobody: [
		'Nobody uses this template. It can be chosen when an access is given.',
		'Diese Vorlage benutzt niemand. Sie lässt sich wählen, wenn ein Zugang vergeben wird.',
	],
	from: ['From', 'Ab'],
	until: ['Until', 'Bis'],
	companies: ['For', 'Für'],
	ruleNumber: (number: number) => [`Rule ${number}`, `Regel ${number}`],
	budget: ['Euros a month', 'Euro im Monat'],
	maxDays: ['Days a month', 'Tage im Monat'],
	maxDaysHint: ['1 to 31. Empty: without a bound.', '1 bis 31. Leer: ohne Grenze.'],
	number: ['Please type a number from 1 to 31.', 'Bitte geben Sie eine Zahl von 1 bis 31 ein.'],
	another: ['Another rule', 'Noch eine Regel'],
	creationHint: [
		'All rules hold together. A template cannot be changed later, so that nobody’s access changes unseen.',
		'Alle Regeln gelten zusammen. Eine Vorlage lässt sich später nicht ändern, damit sich kein Zugang unbemerkt ändert.',
	],
});

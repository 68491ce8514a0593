import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	templates: ['Templates', 'Vorlagen'],
	hint: [
		'A template limits what a budget may be used for. Each access has one.',
		'Eine Vorlage begrenzt, wofür ein Budget verwendet werden darf. Jeder Zugang hat eine.',
	],
	standard: ['Default', 'Standard'],
	builtIn: ['built in, without limits', 'eingebaut, ohne Grenzen'],
	create: ['New template', 'Neue Vorlage'],
	copy: ['Copy template', 'Vorlage kopieren'],
	rules: ['Rules', 'Regeln'],
	people: ['People now', 'Personen jetzt'],
	later: ['Starting later', 'Beginn später'],
	noBounds: ['no limits', 'ohne Grenzen'],
	amounts: (amounts: string) => [`up to ${amounts} per month`, `höchstens ${amounts} im Monat`],
	days: (days: number) =>
		days === 1
			? ['up to one day per month', 'höchstens ein Tag im Monat']
			: [`up to ${days} days per month`, `höchstens ${days} Tage im Monat`],
	publicTransport: ['public transport only', 'nur öffentliche Verkehrsmittel'],
	saved: [
		'Saved. You can now select this template for an access.',
		'Gespeichert. Sie können die Vorlage jetzt für Zugänge auswählen.',
	],
	kept: [
		'A template cannot be changed or deleted, because accesses use it. To apply other rules, give the person a new access.',
		'Eine Vorlage lässt sich weder ändern noch löschen, weil Zugänge sie verwenden. Für andere Regeln vergeben Sie einen neuen Zugang.',
	],
	users: ['People with this template', 'Personen mit dieser Vorlage'],
	nobody: [
		'No access uses this template yet. Select it when you give somebody an access.',
		'Noch kein Zugang verwendet diese Vorlage. Wählen Sie sie aus, wenn Sie einen Zugang vergeben.',
	],
	from: ['From', 'Ab'],
	until: ['Until', 'Bis'],
	companies: ['For', 'Für'],
	ruleNumber: (number: number) => [`Rule ${number}`, `Regel ${number}`],
	budget: ['Euros per month', 'Euro im Monat'],
	maxDays: ['Days per month', 'Tage im Monat'],
	maxDaysHint: [
		'1 to 31. If empty, there is no limit.',
		'1 bis 31. Bleibt das Feld leer, gibt es keine Grenze.',
	],
	number: ['Please enter a number from 1 to 31.', 'Bitte geben Sie eine Zahl von 1 bis 31 ein.'],
	another: ['Add rule', 'Regel hinzufügen'],
	creationHint: [
		'All rules apply together. You cannot change a template later, so no access changes unnoticed.',
		'Alle Regeln gelten zusammen. Sie können eine Vorlage später nicht ändern. So ändert sich kein Zugang unbemerkt.',
	],
});

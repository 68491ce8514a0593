import { dictionary, type Language, type Pair } from '../foundation/core/language.ts';
import type { Fault, FieldLimit } from '../foundation/core/refusals.ts';
import type { Say } from './format.ts';

const FILL_IN: Pair = ['Please fill in this field.', 'Bitte füllen Sie dieses Feld aus.'];

export const WRONG_CODE: Pair = [
	'The code is wrong or was already used. Enter the next one.',
	'Der Code ist falsch oder wurde schon benutzt. Geben Sie den nächsten ein.',
];

/** The sentences for values that miss a limit of their field. */
const LIMITS = dictionary({
	too_small: {
		text: ({ value }) =>
			value === 1
				? FILL_IN
				: [`Enter at least ${value} characters.`, `Geben Sie mindestens ${value} Zeichen ein.`],
		list: () => ['Select at least one.', 'Wählen Sie mindestens eins aus.'],
		number: ({ value }, { number }) => [
			`Enter ${number(value)} or more.`,
			`Geben Sie ${number(value)} oder mehr ein.`,
		],
		contrast: ({ value, instead }, { number }) => [
			`The contrast is ${number(value)} : 1, and 3 : 1 is needed on light and dark pages. ${instead} would do.`,
			`Der Kontrast ist ${number(value)} : 1, nötig ist 3 : 1 auf hellen und dunklen Seiten. ${instead} wäre möglich.`,
		],
		amount: ({ value }, { amount }) => [
			`Enter ${amount(value)} or more.`,
			`Geben Sie ${amount(value)} oder mehr ein.`,
		],
	},
	cut_off: {
		place: ({ value }) => [
			`Certificate ${value} is cut off. Select a file with the complete certificate.`,
			`Das Zertifikat ${value} ist abgeschnitten. Wählen Sie eine Datei mit dem vollständigen Zertifikat aus.`,
		],
	},
	not_a_certificate: {
		place: ({ value }) => [
			`Entry ${value} is not an X.509 certificate, or it is damaged. Export it again in PEM or DER.`,
			`Der Eintrag ${value} ist kein X.509-Zertifikat, oder er ist beschädigt. Exportieren Sie es noch einmal in PEM oder DER.`,
		],
	},
	key_not_supported: {
		place: ({ value }) => [
			`Certificate ${value} has a key of a kind that tills do not use. Select certificates of security devices (TSE) of tills.`,
			`Das Zertifikat ${value} hat einen Schlüssel von einer Art, die Kassen nicht verwenden. Wählen Sie Zertifikate der Sicherheitseinrichtungen (TSE) von Kassen aus.`,
		],
	},
	never_valid: {
		place: ({ value }) => [
			`The validity of certificate ${value} ends before it begins. Export it again.`,
			`Die Gültigkeit des Zertifikats ${value} endet, bevor sie beginnt. Exportieren Sie es noch einmal.`,
		],
	},
	too_big: {
		text: ({ value }, { number }) => [
			`Enter at most ${number(value)} characters.`,
			`Geben Sie höchstens ${number(value)} Zeichen ein.`,
		],
		list: ({ value }, { number }) => [
			`Select at most ${number(value)}.`,
			`Wählen Sie höchstens ${number(value)} aus.`,
		],
		number: ({ value }, { number }) => [
			`Enter ${number(value)} or less.`,
			`Geben Sie ${number(value)} oder weniger ein.`,
		],
		amount: ({ value }, { amount }) => [
			`Enter ${amount(value)} or less.`,
			`Geben Sie ${amount(value)} oder weniger ein.`,
		],
		kilobytes: ({ value }) => [
			`The file can have up to ${value} KB. Make the picture smaller.`,
			`Die Datei darf höchstens ${value} KB haben. Verkleinern Sie das Bild.`,
		],
		asked: ({ value, currency }, { amount }) => [
			`At most ${amount(value, currency)} was asked for.`,
			`Beantragt sind höchstens ${amount(value, currency)}.`,
		],
		askedDays: ({ value }) => [
			`At most ${value} days were asked for.`,
			`Beantragt sind höchstens ${value} Tage.`,
		],
	},
} satisfies Record<string, { [of in FieldLimit['of']]?: (limit: FieldLimit, say: Say) => Pair }>);

/** The sentences for lists in which the reader has to select something, by field. */
const CHOICES: Record<Language, Record<string, string>> = dictionary({
	roles: ['Choose at least one role.', 'Wählen Sie mindestens eine Rolle.'],
	operations: ['Choose at least one permission.', 'Wählen Sie mindestens ein Recht.'],
	allowedModules: ['Choose at least one purpose.', 'Wählen Sie mindestens einen Zweck.'],
	manageableCompanyIds: ['Choose at least one company.', 'Wählen Sie mindestens ein Unternehmen.'],
	reasons: ['Choose at least one reason.', 'Wählen Sie mindestens einen Grund.'],
});

/** The sentences for faults of fields, by code, or by field and code where that says more. */
const FAULTS: Record<Language, Record<string, string>> = dictionary({
	required: FILL_IN,
	unexpected: ['Please leave this field empty.', 'Bitte lassen Sie dieses Feld leer.'],
	end_not_after_start: ['The end must be later than the start.', 'Das Ende muss nach dem Anfang liegen.'],
	in_future: ['Choose today or an earlier day.', 'Wählen Sie heute oder einen früheren Tag.'],
	too_early: ['Choose a later day.', 'Wählen Sie einen späteren Tag.'],
	unknown_field: ['Please select what this is.', 'Bitte wählen Sie aus, was das ist.'],
	duplicate: ['This is already selected.', 'Das ist bereits ausgewählt.'],
	private_key: [
		'This file contains a private key and was not saved. Select a file with certificates only.',
		'Diese Datei enthält einen privaten Schlüssel und wurde nicht gespeichert. Wählen Sie eine Datei aus, die nur Zertifikate enthält.',
	],
	no_device: [
		'This file contains only certificates of authorities (CA). Select those of the tills.',
		'Diese Datei enthält nur Zertifikate von Zertifizierungsstellen (CA). Wählen Sie die der Kassen aus.',
	],
	too_many_tills: [
		'The service can save up to 10,000 certificates. Remove those that are no longer needed.',
		'Der Dienst kann höchstens 10.000 Zertifikate speichern. Entfernen Sie die nicht mehr benötigten.',
	],
	'certificates too_big': [
		'A file can have up to 500 certificates. Split it into several files.',
		'Eine Datei darf höchstens 500 Zertifikate enthalten. Teilen Sie sie auf mehrere Dateien auf.',
	],
	'color invalid_format': ['Enter a colour such as #3273c9.', 'Geben Sie eine Farbe wie #3273c9 ein.'],
	'file not_a_logo': ['Select a PNG or WebP file.', 'Wählen Sie eine PNG- oder WebP-Datei.'],
	'submissionDay too_late': [
		'Choose the cut-off day or an earlier day.',
		'Wählen Sie den Stichtag oder einen früheren Tag.',
	],
	'date wrong_month': ['Choose a day of the same month.', 'Wählen Sie einen Tag im selben Monat.'],
	'reason required': ['Give a reason.', 'Geben Sie einen Grund an.'],
	'currentPassword wrong': [
		'This is not your current password. Try again.',
		'Das ist nicht Ihr jetziges Passwort. Versuchen Sie es noch einmal.',
	],
	'password wrong': [
		'This is not your password. Try again.',
		'Das ist nicht Ihr Passwort. Versuchen Sie es noch einmal.',
	],
	'code wrong': WRONG_CODE,
	'confirmation wrong': [
		'This is not the name of the company. Type it as it is shown.',
		'Das ist nicht der Name des Unternehmens. Geben Sie ihn ein wie angezeigt.',
	],
	'at too_big': ['Choose a time in the past.', 'Wählen Sie einen Zeitpunkt in der Vergangenheit.'],
	'at too_small': [
		'Choose a later time: within the last 30 days, and when the company already had this database. Or restore a backup.',
		'Wählen Sie einen späteren Zeitpunkt: innerhalb der letzten 30 Tage und nachdem das Unternehmen diese Datenbank bekam. Oder stellen Sie eine Sicherung wieder her.',
	],
	'clientSecret required': [
		'Enter the secret of this client. Leave it out only if provider and client ID stay the same.',
		'Geben Sie das Secret dieses Clients ein. Es darf nur fehlen, wenn Anbieter und Client-ID gleich bleiben.',
	],
	invalid_target: [
		'Enter an https address with a public name, such as https://hr.example/hooks. It has no user name, no part after #, and does not lead to this service.',
		'Geben Sie eine https-Adresse mit einem öffentlichen Namen ein, zum Beispiel https://hr.example/hooks. Sie enthält keinen Benutzernamen und keinen Teil nach #, und sie führt nicht zu diesem Dienst.',
	],
	invalid_secret: [
		'Enter whsec_ followed by the base64 of 24 to 64 random bytes. Or leave the field empty, and we generate a secret.',
		'Geben Sie whsec_ und dahinter 24 bis 64 zufällige Bytes in Base64 ein. Oder lassen Sie das Feld leer, dann erzeugen wir ein Secret.',
	],
	'splitsMeals conflict': [
		'There are no official meal values for the country of the company. Clear this box.',
		'Für das Land des Unternehmens gibt es keine amtlichen Sachbezugswerte. Entfernen Sie dieses Häkchen.',
	],
	'absencesRecorded conflict': [
		'The payroll settings say that absences are not recorded. Clear this box, or change the settings.',
		'Laut Abrechnungseinstellungen werden keine Fehlzeiten erfasst. Entfernen Sie das Häkchen, oder ändern Sie die Einstellungen.',
	],
	'number conflict': [
		'Lohn und Gehalt reserves the wage types 6000 to 7999. Enter another number.',
		'Lohn und Gehalt belegt die Lohnarten 6000 bis 7999 selbst. Geben Sie eine andere Nummer ein.',
	],
	'domains invalid_format': [
		'Enter a domain such as demo.example.',
		'Geben Sie eine Domain wie demo.example ein.',
	],
	outside_domain: [
		'You sign in with your company account. Choose an address in a domain of your company.',
		'Sie melden sich mit dem Unternehmenskonto an. Wählen Sie eine Adresse in einer Domain Ihres Unternehmens.',
	],
	too_common: [
		'This password is easy to guess. Please choose another one.',
		'Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes.',
	],
	personal: [
		'This password is too similar to your name or e-mail address. Please choose another one.',
		'Dieses Passwort ist Ihrem Namen oder Ihrer E-Mail-Adresse zu ähnlich. Bitte wählen Sie ein anderes.',
	],
	not_an_email: [
		'Please enter an e-mail address such as ada@demo.example.',
		'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@demo.example.',
	],
	not_public: [
		'This must be an https address that can be reached from the internet.',
		'Das muss eine https-Adresse sein, die aus dem Internet erreichbar ist.',
	],
	other: [
		'Please check this entry and type it again.',
		'Bitte prüfen Sie diese Angabe und geben Sie sie neu ein.',
	],
});

/** Returns the most specific sentence for a fault of a field, in the reader's language. */
export function sentenceOfFault(
	{ pointer = '', code, limit }: Partial<Fault> & { code: string },
	say: Say,
): string {
	const path = pointer
		.slice(2)
		.split('/')
		.filter((part) => !/^\d*$/.test(part));
	const [choices, faults] = [CHOICES[say.language], FAULTS[say.language]];
	const limits: Partial<Record<string, Limits>> = LIMITS[say.language];
	const field = path.at(-1) ?? '';
	return (
		(/^(too_small|required|invalid_)/.test(code) ? choices[field] : undefined) ??
		faults[`${field} ${code}`] ??
		(limit && limits[code]?.[limit.of]?.(limit, say)) ??
		faults[code] ??
		faults.other ??
		code
	);
}

type Limits = { [of in FieldLimit['of']]?: (limit: FieldLimit, say: Say) => string };

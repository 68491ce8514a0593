import type { Verdict } from '../../benefits/expenses/facts/rules.ts';
import type { ExpenseState } from '../../benefits/expenses/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import {
	EXPENSE_STATE_NAMES,
	MODULE_NAMES,
	RELATIVE_NAMES,
	VERDICT_NAMES,
} from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';

export const WORDS = catalogue({
	title: ['My benefits', 'Meine Benefits'],
	hello: (name: string) => [`Hello, ${name}`, `Guten Tag, ${name}`],
	left: (month: string) => [`Left in ${month}`, `Noch verfügbar im ${month}`],
	why: ['How this is calculated', 'So wird das berechnet'],
	granted: ['For this month', 'Für diesen Monat'],
	carriedIn: ['From earlier months', 'Aus früheren Monaten'],
	spent: ['Approved so far', 'Bisher genehmigt'],
	lapsesWithYear: (day: string) => [
		`The rest is carried over and expires after ${day}.`,
		`Der Rest wird übertragen und verfällt nach dem ${day}.`,
	],
	lapsesWithMonth: (day: string) => [`The rest expires after ${day}.`, `Der Rest verfällt nach dem ${day}.`],
	carryEnds: (day: string, amount: string) => [
		`From ${day}, ${amount} of it is left.`,
		`Ab dem ${day} sind davon ${amount} übrig.`,
	],
	paused: ['Your benefits are paused for the whole month.', 'Ihre Benefits sind den ganzen Monat pausiert.'],
	noAccess: [
		'You have no budget this month. Your administrator can give you one.',
		'In diesem Monat haben Sie kein Budget. Ihre Administration kann Ihnen eines geben.',
	],
	limit: (amount: string) => [
		`Besides sports, you may spend ${amount} more this month.`,
		`Außer für Sport dürfen Sie in diesem Monat noch ${amount} ausgeben.`,
	],
	add: ['Add a receipt', 'Beleg hinzufügen'],
	expenses: ['My receipts', 'Meine Belege'],
	ownVouchers: ['My vouchers', 'Meine Gutscheine'],
	inMonth: (month: string) => [`Receipts of ${month}`, `Belege für ${month}`],
	none: [
		'No receipts for this month yet. Submit your first one.',
		'Für diesen Monat gibt es noch keine Belege. Reichen Sie den ersten ein.',
	],
	all: ['All receipts of this month', 'Alle Belege dieses Monats'],
	returned: (count: number) =>
		count === 1
			? ['A receipt was returned for correction.', 'Ein Beleg wurde zur Korrektur zurückgegeben.']
			: [
					`${count} receipts were returned for correction.`,
					`${count} Belege wurden zur Korrektur zurückgegeben.`,
				],
	drafts: ['Drafts', 'Entwürfe'],
	noDrafts: [
		'No drafts. Receipts that you add without their details wait here.',
		'Keine Entwürfe. Belege, die Sie ohne Angaben hinzufügen, warten hier.',
	],
	draftFile: ['File of the draft', 'Datei des Entwurfs'],
	draftSources: {
		UPLOAD: (time: string) => [`Added ${time}`, `Hinzugefügt am ${time}`],
		MAIL: (time: string) => [`By mail ${time}`, `Per Mail am ${time}`],
	},
	complete: ['Complete', 'Vervollständigen'],
	removeDraft: ['Delete', 'Löschen'],
	removeDraftHint: [
		'The file is deleted permanently. You can add the receipt again.',
		'Die Datei wird endgültig gelöscht. Sie können den Beleg noch einmal hinzufügen.',
	],
	removeDraftNow: ['Delete draft', 'Entwurf löschen'],
	draftRemoved: ['The draft was deleted.', 'Der Entwurf wurde gelöscht.'],
	several: ['Several receipts', 'Mehrere Belege'],
	files: ['Photos, PDFs or XML', 'Fotos, PDFs oder XML'],
	filesHint: [
		'One file for each receipt, at most 10 MB together. After that, you fill in one form after the other.',
		'Eine Datei je Beleg, zusammen höchstens 10 MB. Danach füllen Sie ein Formular nach dem anderen aus.',
	],
	addSeveral: ['Add receipts', 'Belege hinzufügen'],
	phone: ['Receipts on this phone', 'Belege auf diesem Telefon'],
	phoneHint: [
		'Without a connection, receipts stay encrypted on this phone. They are deleted from it when they have been sent, or when you sign out.',
		'Ohne Verbindung bleiben Belege verschlüsselt auf diesem Telefon. Sie werden hier gelöscht, sobald sie gesendet sind oder wenn Sie sich abmelden.',
	],
	phoneForeground: [
		'This browser cannot send in the background, and cannot take files that other apps share. Receipts are sent when you next open the app.',
		'Dieser Browser kann nicht im Hintergrund senden und nimmt keine Dateien aus anderen Apps an. Belege werden gesendet, wenn Sie die App das nächste Mal öffnen.',
	],
	phoneImpossible: [
		'This phone cannot save receipts at the moment. Open the app while you have a connection, and sign in.',
		'Dieses Telefon kann zurzeit keine Belege speichern. Öffnen Sie die App, solange Sie eine Verbindung haben, und melden Sie sich an.',
	],
	phoneScript: [
		'This page needs JavaScript. Without it, you can add receipts only while you have a connection.',
		'Diese Seite braucht JavaScript. Ohne JavaScript können Sie Belege nur mit einer Verbindung hinzufügen.',
	],
	phoneOpen: ['Open the app', 'App öffnen'],
	phoneSelect: ['Select files', 'Dateien auswählen'],
	phoneSend: ['Send receipts', 'Belege senden'],
	phoneNext: ['Fill in the forms', 'Formulare ausfüllen'],
	phoneSent: ['Sent:', 'Gesendet:'],
	phoneWaiting: ['Not sent yet:', 'Noch nicht gesendet:'],
	phoneOffline: [
		'You are offline. The receipts stay on this phone until you have a connection again.',
		'Sie sind offline. Die Belege bleiben auf diesem Telefon, bis Sie wieder eine Verbindung haben.',
	],
	phoneSignIn: [
		'Open the app and sign in as the person who added these receipts. Until then, they stay on this phone.',
		'Öffnen Sie die App und melden Sie sich als die Person an, die diese Belege hinzugefügt hat. Bis dahin bleiben sie auf diesem Telefon.',
	],
	phoneLater: [
		'The service cannot take receipts at the moment. They stay on this phone. Try again later.',
		'Der Dienst kann zurzeit keine Belege annehmen. Sie bleiben auf diesem Telefon. Versuchen Sie es später noch einmal.',
	],
	phoneDeleteHint: [
		'The file is deleted permanently. If it is being sent at this moment, the service deletes it too.',
		'Die Datei wird endgültig gelöscht. Falls sie gerade gesendet wird, löscht der Dienst sie ebenfalls.',
	],
	phoneDelete: ['Delete file', 'Datei löschen'],
	phoneBroken: [
		'This file is damaged, and cannot be opened or sent. Delete it, and add the receipt again.',
		'Diese Datei ist beschädigt und kann weder geöffnet noch gesendet werden. Löschen Sie sie und fügen Sie den Beleg neu hinzu.',
	],
	phoneType: [
		'This file was not saved. Receipts must be photos (JPEG, PNG, WebP), PDFs or XML invoices.',
		'Diese Datei wurde nicht gespeichert. Belege müssen Fotos (JPEG, PNG, WebP), PDFs oder XML-Rechnungen sein.',
	],
	phoneLarge: [
		'This file was not saved. A file can have up to 10 MB.',
		'Diese Datei wurde nicht gespeichert. Eine Datei darf höchstens 10 MB haben.',
	],
	phoneMany: [
		'This file was not saved, because 50 receipts are already waiting. Send them first.',
		'Diese Datei wurde nicht gespeichert, weil schon 50 Belege warten. Senden Sie zuerst diese.',
	],
	phoneUnconfirmed: [
		'This file was not saved, because 20 others are waiting for your confirmation. Send or delete them first.',
		'Diese Datei wurde nicht gespeichert, weil schon 20 andere auf Ihre Bestätigung warten. Senden oder löschen Sie zuerst diese.',
	],
	phoneFull: [
		'This file was not saved, because the storage of the phone is full. Free some space and add it again.',
		'Diese Datei wurde nicht gespeichert, weil der Speicher des Telefons voll ist. Geben Sie Speicher frei und fügen Sie sie noch einmal hinzu.',
	],
	phoneUnkept: [
		'This file was not saved, because the browser could not encrypt or store it. Add it again while you have a connection.',
		'Diese Datei wurde nicht gespeichert, weil der Browser sie nicht verschlüsseln oder speichern konnte. Fügen Sie sie noch einmal hinzu, wenn Sie eine Verbindung haben.',
	],
	shareLost: ['The files did not arrive', 'Die Dateien sind nicht angekommen'],
	shareLostHint: [
		'This phone takes no files from other apps while you are signed out. Open the app and sign in. Then share the files again.',
		'Dieses Telefon nimmt keine Dateien aus anderen Apps an, solange Sie abgemeldet sind. Öffnen Sie die App und melden Sie sich an. Teilen Sie die Dateien danach noch einmal.',
	],
	module: SHARED.purpose,
	date: ['Day on the receipt', 'Tag auf dem Beleg'],
	days: ['Meal days', 'Essenstage'],
	more: ['More details', 'Weitere Angaben'],
	approvedDays: ['Approved meal days', 'Genehmigte Essenstage'],
	mealPrice: ['Total price of the meals', 'Gesamtpreis der Mahlzeiten'],
	mealPriceHint: [
		'Only if the meals cost more than the amount above. Your own share lowers the tax.',
		'Nur wenn die Mahlzeiten mehr kosten als der Betrag oben. Was Sie selbst zahlen, mindert die Steuer.',
	],
	...RELATIVE_NAMES,
	childrenHint: [
		'Leave both empty if it was for you alone. Relatives raise the tax limit of the year; they are used for nothing else.',
		'Lassen Sie beides leer, wenn die Erholung nur für Sie war. Angehörige erhöhen die Steuergrenze des Jahres; die Angabe dient nur dazu.',
	],
	isPublicTransport: ['With public transport', 'Mit öffentlichen Verkehrsmitteln'],
	note: ['Note for the verifier', 'Notiz für die Belegprüfung'],
	scan: ['Scan receipt', 'Beleg scannen'],
	scanShort: ['Scan', 'Scannen'],
	cameraOpening: ['Opening the camera …', 'Die Kamera wird geöffnet …'],
	cameraShow: [
		'Hold the camera over the whole receipt. The photo is taken when the code has been read.',
		'Halten Sie die Kamera über den ganzen Beleg. Das Foto wird aufgenommen, sobald der Code gelesen ist.',
	],
	cameraFarther: [
		'The code was read. Hold the camera farther away, so that the photo shows the whole receipt.',
		'Der Code ist gelesen. Halten Sie die Kamera weiter weg, damit das Foto den ganzen Beleg zeigt.',
	],
	cameraForbidden: [
		'The browser does not allow the camera. Allow it in the settings of this page, or select a photo.',
		'Der Browser erlaubt die Kamera nicht. Erlauben Sie sie in den Einstellungen dieser Seite, oder wählen Sie ein Foto aus.',
	],
	cameraBusy: [
		'Another app is using the camera. Close that app and try again, or select a photo.',
		'Eine andere App verwendet die Kamera. Schließen Sie diese App und versuchen Sie es noch einmal, oder wählen Sie ein Foto aus.',
	],
	cameraNone: [
		'No camera was found. Please select a photo.',
		'Es wurde keine Kamera gefunden. Bitte wählen Sie ein Foto aus.',
	],
	cameraTake: ['Take photo', 'Foto aufnehmen'],
	cameraClose: ['Close camera', 'Kamera schließen'],
	codeReading: ['Reading the receipt …', 'Der Beleg wird gelesen …'],
	codeNone: [
		'No code of a till was found in the picture. Please enter the amount and the day.',
		'Auf dem Bild wurde kein Code einer Kasse gefunden. Bitte geben Sie Betrag und Tag ein.',
	],
	codeSeveral: [
		'The picture shows several receipts. Please submit each one with a picture of its own.',
		'Das Bild zeigt mehrere Belege. Bitte reichen Sie jeden mit einem eigenen Bild ein.',
	],
	codeSays: (amount: string, day: string, verdict: string) => [
		`The code says ${amount} on ${day}: ${verdict}.`,
		`Im Code: ${amount} am ${day}, ${verdict}.`,
	],
	invoiceNone: [
		'No electronic invoice was found in the file. Please enter the amount and the day.',
		'In der Datei wurde keine elektronische Rechnung gefunden. Bitte geben Sie Betrag und Tag ein.',
	],
	invoiceSays: (amount: string, day: string, seller: string) => [
		`The invoice of ${seller} says ${amount} on ${day}.`,
		`In der Rechnung von ${seller}: ${amount} am ${day}.`,
	],
	invoiceCorrects: [
		'It corrects an earlier invoice. Select the checkbox if you have not submitted the earlier one.',
		'Sie berichtigt eine frühere Rechnung. Aktivieren Sie das Kontrollkästchen, wenn Sie die frühere nicht eingereicht haben.',
	],
	codeOwn: ['You have submitted this purchase before.', 'Sie haben diesen Kauf schon eingereicht.'],
	codeColleague: [
		'Someone else in your company has submitted this purchase before.',
		'Jemand anderes in Ihrem Unternehmen hat diesen Kauf schon eingereicht.',
	],
	verdicts: VERDICT_NAMES satisfies Record<Verdict, Pair>,
	factsDiffer: ['What I enter differs from the receipt', 'Meine Angaben weichen vom Beleg ab'],
	upTo: ['If less is left, submit it for the rest', 'Wenn weniger übrig ist, für den Rest einreichen'],
	file: ['Photo, PDF or XML', 'Foto, PDF oder XML'],
	newFile: ['New photo, PDF or XML', 'Neues Foto, PDF oder XML'],
	fileHint: [
		'One receipt with its date, amount and items. A card slip is not enough. At most 10 MB.',
		'Ein Beleg mit Datum, Betrag und Posten. Ein Kartenzahlungsbeleg genügt nicht. Höchstens 10 MB.',
	],
	fileUnreadable: [
		'This picture cannot be read. Take it as a JPEG: on an iPhone under Settings, Camera, Formats, “Most Compatible”.',
		'Dieses Bild kann nicht gelesen werden. Nehmen Sie es als JPEG auf: am iPhone unter Einstellungen, Kamera, Formate, „Maximale Kompatibilität“.',
	],
	send: ['Submit', 'Einreichen'],
	sendFor: (amount: string) => [`Submit for ${amount}`, `Für ${amount} einreichen`],
	leftNow: (amount: string) => [`${amount} left`, `Noch ${amount} verfügbar`],
	requested: ['Requested', 'Beantragt'],
	saved: [
		'Submitted. You will get a mail when it is decided.',
		'Eingereicht. Sie erhalten eine Mail, sobald darüber entschieden ist.',
	],
	fileMissing: [
		'Your entries were saved, but the picture was not. It is still selected below. Add it once more.',
		'Ihre Angaben wurden gespeichert, das Bild aber nicht. Es ist unten weiterhin ausgewählt. Fügen Sie es noch einmal hinzu.',
	],
	withdrawn: ['Withdrawn.', 'Zurückgezogen.'],
	toDecision: ['Open decision', 'Entscheidung öffnen'],
	withdraw: ['Withdraw', 'Zurückziehen'],
	correct: ['Correct and resubmit', 'Korrigieren und neu einreichen'],
	closedEarly: (month: string, day: string) => [
		`${month} is closed. You can submit receipts dated ${day} or later.`,
		`${month} ist abgeschlossen. Sie können Belege mit Datum vom ${day} oder später einreichen.`,
	],
	submitUntil: (month: string, day: string) => [
		`Receipts of ${month} can be submitted until the evening of ${day}.`,
		`Belege für ${month} können Sie bis zum Abend des ${day} einreichen.`,
	],
	correctUntil: (day: string) => [
		`Correct it by ${day}. After that, it is rejected.`,
		`Korrigieren Sie den Beleg bis zum ${day}. Danach wird er abgelehnt.`,
	],
	approvedPart: (part: string, whole: string) => [`${part} of ${whole}`, `${part} von ${whole}`],
	modules: MODULE_NAMES,
	states: EXPENSE_STATE_NAMES satisfies Record<ExpenseState, Pair>,
	pictures: ['Pictures', 'Bilder'],
	fileNumber: (number: number, kind: string) => [`File ${number} (${kind})`, `Datei ${number} (${kind})`],
	noFile: ['There is no picture yet.', 'Es gibt noch kein Bild.'],
	addFile: ['Add the picture', 'Bild hinzufügen'],
	remove: ['Remove', 'Entfernen'],
	removeHint: [
		'The file is removed permanently. You can add another one until this is decided.',
		'Die Datei wird endgültig entfernt. Bis zur Entscheidung können Sie eine andere hinzufügen.',
	],
	removeFile: (number: number) => [
		`Remove file ${number} permanently`,
		`Datei ${number} endgültig entfernen`,
	],
	removed: ['The file was removed.', 'Die Datei wurde entfernt.'],
	planned: ['Planned vouchers', 'Geplante Gutscheine'],
	monthly: (amount: string, day: string) => [
		`${amount} a month, next on ${day}`,
		`${amount} im Monat, das nächste Mal am ${day}`,
	],
	special: (amount: string, day: string) => [`${amount} on ${day}`, `${amount} am ${day}`],
	issued: ['Issued vouchers', 'Ausgegebene Gutscheine'],
	noVouchers: [
		'No vouchers yet. Issued vouchers appear here.',
		'Noch keine Gutscheine. Ausgegebene Gutscheine erscheinen hier.',
	],
	noPlans: ['No voucher is planned for you.', 'Für Sie ist kein Gutschein geplant.'],
});

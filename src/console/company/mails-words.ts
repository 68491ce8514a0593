import type { Pair } from '../../core/language.ts';
import { MAIL_STATE_NAMES } from '../../core/words.ts';
import type { MailKind, MailState } from '../../mail/rules.ts';
import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	kept: [
		'Mails are listed for 180 days, the latest first. Links in them are shown to nobody but who got them.',
		'Mails stehen hier 180 Tage, die neuesten zuerst. Links darin sieht nur, wer sie bekommen hat.',
	],
	none: [
		'No mail was sent yet. The first one will be an invitation.',
		'Es wurde noch keine Mail gesendet. Die erste wird eine Einladung sein.',
	],
	noneLikeThis: [
		'No mail is like this. Choose another state.',
		'So ist keine Mail. Wählen Sie einen anderen Stand.',
	],
	stateNone: ['all', 'alle'],
	states: MAIL_STATE_NAMES satisfies Record<MailState, Pair>,
	kinds: {
		invitation: ['invitation', 'Einladung'],
		password_reset: ['link for a new password', 'Link für ein neues Passwort'],
		password_changed: ['password was changed', 'Passwort wurde geändert'],
		new_device: ['sign-in with a new device', 'Anmeldung mit neuem Gerät'],
		second_factor_changed: ['second factor was changed', 'zweiter Faktor wurde geändert'],
		second_factor_reset: ['second factor was reset', 'zweiter Faktor wurde zurückgesetzt'],
		account_closed: ['account was closed', 'Konto wurde geschlossen'],
		domain_missing: ['record of a domain is missing', 'Eintrag einer Domain fehlt'],
		domain_lost: ['domain is proven no longer', 'Domain ist nicht mehr nachgewiesen'],
		expense_approved: ['receipt approved', 'Beleg genehmigt'],
		expense_rejected: ['receipt rejected', 'Beleg abgelehnt'],
		expense_returned: ['receipt sent back', 'Beleg zurückgegeben'],
		expenses_waiting: ['receipts wait', 'Belege warten'],
		voucher_issued: ['voucher issued', 'Gutschein ausgestellt'],
		budget_expiring: ['budget expires', 'Guthaben verfällt'],
		access_ending: ['budget ends', 'Budget endet'],
		month_closing: ['month closes', 'Monat schließt'],
	} satisfies Record<MailKind, Pair>,
	created: ['Made', 'Entstanden'],
	attempts: ['Attempts', 'Versuche'],
	attempted: ['Last attempt', 'Letzter Versuch'],
	due: ['Next attempt', 'Nächster Versuch'],
	sent: ['Sent', 'Gesendet'],
	reason: ['Why not', 'Warum nicht'],
	never: ['not yet', 'noch nicht'],
	remedies: {
		waiting: ['', ''],
		sent: ['', ''],
		failed: [
			'Nobody took the mail for a day. Look at the address, and send it again.',
			'Einen Tag lang nahm niemand die Mail an. Sehen Sie die Adresse an, und senden Sie sie noch einmal.',
		],
		bounced: [
			'Nothing is delivered to this address. Correct it, and invite the person again.',
			'An diese Adresse wird nichts zugestellt. Berichtigen Sie sie, und laden Sie die Person wieder ein.',
		],
		no_carrier: [
			'This service sends no mails at present. Hand links over yourself, or ask its operator.',
			'Dieser Dienst sendet zurzeit keine Mails. Übergeben Sie Links selbst, oder fragen Sie den Betreiber.',
		],
	} satisfies Record<MailState, Pair>,
	toPerson: ['To the account', 'Zum Konto'],
});

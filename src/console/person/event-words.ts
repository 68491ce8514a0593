import type { StoredEventType } from '../../core/history.ts';
import type { Catalogue } from '../words.ts';

type Kind =
	| 'employee'
	| 'pause'
	| 'flex_access'
	| 'planned_voucher'
	| 'default_access'
	| 'voucher'
	| 'expense'
	| 'receipt'
	| 'user'
	| 'second_factor';

/** The changes whose subject is an employee, or the user that it is. A new type that lacks a sentence does not compile. */
type EmployeeEventType = Extract<
	StoredEventType,
	`${Kind}.${string}` | 'payroll_transaction.created' | 'payroll_correction.created'
>;

const ENGLISH: Record<EmployeeEventType, string> = {
	'employee.created': 'Created',
	'employee.updated': 'Master data changed',
	'employee.paused': 'Paused',
	'employee.pause_cleared': 'Pause taken back',
	'employee.pause_began': 'The pause began',
	'employee.pause_ended': 'The pause ended',
	'employee.terminated': 'Leaving set',
	'employee.termination_cleared': 'Leaving taken back',
	'employee.left': 'Left',
	'employee.erased': 'Personal data erased',
	'pause.set': 'Pause set',
	'pause.cut': 'Pause cut',
	'pause.continued': 'Pause continued',
	'pause.removed': 'Pause removed',
	'flex_access.set': 'Flex access granted',
	'flex_access.cut': 'Flex access cut',
	'flex_access.continued': 'Flex access continued',
	'flex_access.removed': 'Flex access removed',
	'planned_voucher.set': 'Goodies granted',
	'planned_voucher.cut': 'Goodies cut',
	'planned_voucher.continued': 'Goodies continued',
	'planned_voucher.removed': 'Goodies removed',
	'default_access.set': 'Default access granted',
	'default_access.cut': 'Default access cut',
	'default_access.continued': 'Default access continued',
	'default_access.removed': 'Default access removed',
	'voucher.issued': 'Voucher issued',
	'voucher.skipped': 'Voucher left out',
	'expense.submitted': 'Expense submitted',
	'expense.approved': 'Expense approved',
	'expense.rejected': 'Expense rejected',
	'expense.returned': 'Expense sent back',
	'expense.mended': 'Expense mended',
	'expense.withdrawn': 'Expense withdrawn',
	'receipt.added': 'Receipt added',
	'receipt.removed': 'Receipt removed',
	'payroll_transaction.created': 'Passed on to payroll',
	'payroll_correction.created': 'Payroll line corrected',
	'user.created': 'Account created',
	'user.updated': 'Account changed',
	'user.invited': 'Invited',
	'user.closed': 'Account closed',
	'user.opened': 'Account opened again',
	'user.erased': 'Account erased',
	'second_factor.added': 'Second factor set up',
	'second_factor.removed': 'Second factor removed',
	'second_factor.reset': 'Second factor reset',
	'second_factor.codes_renewed': 'New recovery codes made',
};

const GERMAN: Record<EmployeeEventType, string> = {
	'employee.created': 'Angelegt',
	'employee.updated': 'Stammdaten geändert',
	'employee.paused': 'Pausiert',
	'employee.pause_cleared': 'Pause zurückgenommen',
	'employee.pause_began': 'Die Pause hat begonnen',
	'employee.pause_ended': 'Die Pause ist zu Ende',
	'employee.terminated': 'Austritt festgelegt',
	'employee.termination_cleared': 'Austritt zurückgenommen',
	'employee.left': 'Ausgetreten',
	'employee.erased': 'Persönliche Daten gelöscht',
	'pause.set': 'Pause festgelegt',
	'pause.cut': 'Pause gekürzt',
	'pause.continued': 'Pause fortgesetzt',
	'pause.removed': 'Pause entfernt',
	'flex_access.set': 'Flex-Zugang gegeben',
	'flex_access.cut': 'Flex-Zugang gekürzt',
	'flex_access.continued': 'Flex-Zugang fortgesetzt',
	'flex_access.removed': 'Flex-Zugang entfernt',
	'planned_voucher.set': 'Goodies gegeben',
	'planned_voucher.cut': 'Goodies gekürzt',
	'planned_voucher.continued': 'Goodies fortgesetzt',
	'planned_voucher.removed': 'Goodies entfernt',
	'default_access.set': 'Standardzugang gegeben',
	'default_access.cut': 'Standardzugang gekürzt',
	'default_access.continued': 'Standardzugang fortgesetzt',
	'default_access.removed': 'Standardzugang entfernt',
	'voucher.issued': 'Gutschein ausgegeben',
	'voucher.skipped': 'Gutschein ausgelassen',
	'expense.submitted': 'Ausgabe eingereicht',
	'expense.approved': 'Ausgabe genehmigt',
	'expense.rejected': 'Ausgabe abgelehnt',
	'expense.returned': 'Ausgabe zurückgegeben',
	'expense.mended': 'Ausgabe berichtigt',
	'expense.withdrawn': 'Ausgabe zurückgezogen',
	'receipt.added': 'Beleg hinzugefügt',
	'receipt.removed': 'Beleg entfernt',
	'payroll_transaction.created': 'An die Abrechnung übergeben',
	'payroll_correction.created': 'Abrechnungszeile korrigiert',
	'user.created': 'Konto angelegt',
	'user.updated': 'Konto geändert',
	'user.invited': 'Eingeladen',
	'user.closed': 'Konto geschlossen',
	'user.opened': 'Konto wieder geöffnet',
	'user.erased': 'Konto gelöscht',
	'second_factor.added': 'Zweiter Faktor eingerichtet',
	'second_factor.removed': 'Zweiter Faktor entfernt',
	'second_factor.reset': 'Zweiter Faktor zurückgesetzt',
	'second_factor.codes_renewed': 'Neue Ersatzcodes angelegt',
};

/** What is said of each change. */
export const EVENTS: Catalogue<Record<EmployeeEventType, string>> = { en: ENGLISH, de: GERMAN };

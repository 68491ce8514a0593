import { z } from '@hono/zod-openapi';
import { changedAnswer, fileAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { orNull } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId } from '../../../foundation/http/wire.ts';
import { BOOKING_MONTHS, WAGE_TYPE_KEYS, type WageTypeKey } from '../../ledger/rules.ts';
import { exportFormat } from '../export/contract.ts';
import type { WageType, WageTypes } from './rules.ts';
import type { PayrollSettings } from './store.ts';

const digits = (maxLength: number, example: string, { pattern, range }: { pattern: RegExp; range: string }) =>
	z.string().max(maxLength).regex(pattern, `Must be a number ${range}`).openapi({ maxLength, example });

/** Numbers in the ranges of DATEV. Leading zeros do not count. */
const BOUNDED = {
	wageType: {
		pattern: /^(?:[1-9]\d{0,3}|0[1-9]\d{0,2}|00[1-9]\d?|000[1-9])$/,
		range: 'from 1 to 9999',
	},
	lodasKey: { pattern: /^(?:0?[1-9]\d?|00[1-9])$/, range: 'from 1 to 99' },
	adviserNumber: {
		pattern: /^(?:[1-9]\d{3,6}|0[1-9]\d{3,5}|00[1-9]\d{3,4}|000[1-9]\d{3})$/,
		range: 'from 1000 to 9999999',
	},
	clientNumber: {
		pattern: /^(?:[1-9]\d{0,4}|0[1-9]\d{0,3}|00[1-9]\d{0,2}|000[1-9]\d?|0000[1-9])$/,
		range: 'from 1 to 99999',
	},
};

const wageType = z
	.strictObject({
		number: digits(4, '2100', BOUNDED.wageType).openapi({
			description: 'DATEV’s Lohnart, 1 to 9999. Lohn und Gehalt reserves 6000 to 7999',
		}),
		lodasKey: orNull(digits(3, '2', BOUNDED.lodasKey)).openapi({
			description: 'DATEV LODAS’s processing key (bs_nr), 1 to 99',
		}),
	})
	.openapi('WageTypeInput');

const EXAMPLE = {
	...Object.fromEntries(WAGE_TYPE_KEYS.map((one) => [one, null])),
	MEALS: { number: '2100', lodasKey: '2' },
};

/** An object with a field for each module, and for each other key of a wage type. A field without a value is null. */
const byKey = <S extends z.ZodType>(schema: S) =>
	z
		.strictObject(Object.fromEntries(WAGE_TYPE_KEYS.map((one) => [one, schema])) as Record<WageTypeKey, S>)
		.openapi({
			description:
				'MEALS is for whole expenses for meals and their flat-taxed part, MEALS_TAX_FREE for the tax-free part, GOODIES for vouchers issued from then on',
			example: EXAMPLE,
		});

const fields = {
	adviserNumber: orNull(digits(7, '1234567', BOUNDED.adviserNumber)).openapi({
		description: 'DATEV’s Beraternummer, 1000 to 9999999',
	}),
	clientNumber: orNull(digits(5, '42', BOUNDED.clientNumber)).openapi({
		description: 'DATEV’s Mandantennummer, 1 to 99999',
	}),
};

const format = exportFormat.openapi({
	description:
		'The format of the payroll office. Lines that it cannot carry move to the next run. With `null` no line moves',
});

const usesCompanyNumbers = z.boolean().openapi({
	description:
		'Whether DATEV uses the company’s own numbers (betriebliche Personalnummer) of up to 15 characters, instead of 1 to 99999',
	example: false,
});

const sumsBookings = z.boolean().openapi({
	description: 'Whether DATEV files add up lines with the same person, wage type and cost centre',
	example: false,
});

const splitsMeals = z.boolean().openapi({
	description:
		'Whether statutory values of the company’s taxAffiliation limit expenses for meals and split them into a flat-taxed and a tax-free part',
	example: false,
});

export const bookingMonth = z.enum(BOOKING_MONTHS).openapi('BookingMonth', {
	description:
		'The month that DATEV files carry: the run’s own, or the following one. Lines of a leaver carry no month after the last one of the employment',
	example: 'RUN',
});

const recordsAbsences = z.boolean().openapi({
	description:
		'Whether the company keeps a record of absences. A verifier can then approve more days of MEALS than the law counts without one',
	example: false,
});

const settingsBody = z
	.strictObject({
		...fields,
		wageTypes: byKey(orNull(wageType)),
		format: orNull(format),
		usesCompanyNumbers: usesCompanyNumbers.default(false),
		sumsBookings: sumsBookings.default(false),
		splitsMeals: splitsMeals.default(false),
		bookingMonth: bookingMonth.default('RUN'),
		recordsAbsences: recordsAbsences.default(false),
	})
	.openapi('PayrollSettingsUpdate', {
		description: 'Numbers from the company’s tax adviser. They have no defaults.',
	});

const settingsSchema = z
	.strictObject({
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		adviserNumber: digits(7, '1234567', BOUNDED.adviserNumber).nullable(),
		clientNumber: digits(5, '42', BOUNDED.clientNumber).nullable(),
		wageTypes: byKey(
			z
				.strictObject({
					number: digits(4, '2100', BOUNDED.wageType),
					lodasKey: digits(3, '2', BOUNDED.lodasKey).nullable(),
				})
				.openapi('WageType')
				.nullable(),
		),
		format: format.nullable(),
		usesCompanyNumbers,
		sumsBookings,
		splitsMeals,
		bookingMonth,
		recordsAbsences,
	})
	.openapi('PayrollSettings');

const wageTypesToWire = (wageTypes: WageTypes) =>
	Object.fromEntries(WAGE_TYPE_KEYS.map((one) => [one, wageTypes[one] ?? null])) as Record<
		WageTypeKey,
		WageType | null
	>;

export const settingsToWire = wireBy(settingsSchema, {
	wageTypes: ({ wageTypes }: PayrollSettings) => wageTypesToWire(wageTypes),
});

const { list, read, change } = operations(['Payroll', 'Extension'], { dryRuns: true });
const path = '/companies/{companyId}/payroll-settings';

export const readPayrollSettingsRoute = read('readPayrollSettings', path, {
	summary: 'Read the payroll settings of a company',
	responses: recordAnswers(settingsSchema, 'The settings'),
});

export const updatePayrollSettingsRoute = change.put('updatePayrollSettings', path, {
	summary: 'Replace the payroll settings of a company',
	body: settingsBody,
	responses: { 200: changedAnswer(settingsSchema, 'The new settings') },
});

const profile = z.string().openapi({ format: 'binary', maxLength: 1000 });

export const readLugProfileRoute = list('readLugProfile', `${path}/datev-lug-profile`, {
	summary: 'Download the import profile for DATEV Lohn und Gehalt',
	description:
		'The description (INI) with which the ASCII import of Lohn und Gehalt reads the file `datev-lug`.',
	responses: {
		200: fileAnswer({
			'application/octet-stream': { schema: profile, example: '[Allgemein]\r\nFeldanzahl=4\r\n…' },
		}),
	},
});

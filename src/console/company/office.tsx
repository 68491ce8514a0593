import { BOOKING_MONTHS, WAGE_TYPE_KEYS, type WageTypeKey } from '../../benefits/ledger/rules.ts';
import { EXPORT_FORMATS } from '../../benefits/payroll/export/rules.ts';
import {
	readLugProfile,
	readPayrollSettings,
	updatePayrollSettings,
} from '../../benefits/payroll/settings/actions.ts';
import { settingsToWire, updatePayrollSettingsRoute } from '../../benefits/payroll/settings/contract.ts';
import { exampleOf } from '../../benefits/payroll/settings/rules.ts';
import type { PayrollSettings } from '../../benefits/payroll/settings/store.ts';
import { BYTE_ORDER_MARK } from '../../foundation/core/csv.ts';
import { addMonths } from '../../foundation/core/instant.ts';
import { FORMAT_NAMES } from '../../foundation/core/words.ts';
import { answerFile } from '../../foundation/http/file.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, asApi, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Fields, FormFor, form, type Kind, OneField, sentWith } from '../forms.tsx';
import { choice, flag, oneOf, optional, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel, Preview } from '../parts.tsx';
import { previewed } from '../submit.ts';
import { textIn, textOrNull } from '../typed.ts';
import { addressIn, companyPage, takeOn } from './frame.tsx';
import { OFFICE_WORDS } from './words.ts';

type WageTypes = PayrollSettings['wageTypes'];

const numberOf = (key: WageTypeKey): string => `number-${key}`;
const lodasKeyOf = (key: WageTypeKey): string => `key-${key}`;

/** The wage type of everything that is paid, two fields each. */
const wageTypes: Kind<WageTypes, Record<string, { number: string; lodasKey: string | null } | null>> = {
	draw: ({ value }) => <WageTypeTable wageTypes={value} />,
	read: (typed) =>
		Object.fromEntries(
			WAGE_TYPE_KEYS.map((key) => {
				const [number, lodasKey] = [textIn(typed, numberOf(key)), textOrNull(typed, lodasKeyOf(key))];
				return [key, number === '' && lodasKey === null ? null : { number, lodasKey }];
			}),
		),
};

const digits = optional(text({ inputmode: 'numeric', unreadable: 'digits' }));

const office = form({
	words: OFFICE_WORDS,
	fields: {
		format: optional(oneOf(EXPORT_FORMATS, FORMAT_NAMES)),
		adviserNumber: digits,
		clientNumber: digits,
		wageTypes,
		usesCompanyNumbers: flag(),
		sumsBookings: flag(),
		splitsMeals: flag(),
		bookingMonth: choice(BOOKING_MONTHS),
		recordsAbsences: flag(),
	},
	contract: updatePayrollSettingsRoute,
	attempt: updatePayrollSettings,
	toWire: settingsToWire,
	preview: previewed,
});

export function takeOffice(app: App): void {
	takeOn(app, '/company/office', office, {
		operation: 'updatePayrollSettings',
		said: 'office',
		show: showOffice,
	});
	app.get('/company/office/profile', async (c) => {
		const profile = await readLugProfile(c.var.call, companyNamed(c, 'readLugProfile'));
		return answerFile(asApi(c), 'zubrot-lug.ini', 'application/octet-stream', profile);
	});
}

/** The settings for the payroll office, and beside them an example of a file with these settings. */
export async function showOffice(c: Context): Promise<Response> {
	const settings = await readPayrollSettings(c.var.call, companyNamed(c, 'updatePayrollSettings'));
	const { bookingMonths, bookingHints } = OFFICE_WORDS[c.var.language];
	const bookingMonth = BOOKING_MONTHS.map((value) => ({
		value,
		label: bookingMonths[value],
		hint: bookingHints[value],
	}));
	return companyPage(
		c,
		{ path: '/company/office', scripts: ['preview.js'] },
		<div class="columns">
			<Panel>
				<FormFor
					of={office}
					to={addressIn(c, '/company/office')}
					record={settings}
					options={{ bookingMonth }}
					class="office"
				>
					<OneField of={office} name="format" />
					<div class="pair">
						<Fields of={office} only={['adviserNumber', 'clientNumber']} />
					</div>
					<Fields
						of={office}
						only={[
							'wageTypes',
							'bookingMonth',
							'usesCompanyNumbers',
							'sumsBookings',
							'splitsMeals',
							'recordsAbsences',
						]}
					/>
				</FormFor>
			</Panel>
			<Example settings={settings} />
		</div>,
	);
}

/** An example of a file with these settings, for invented people. It also says which wage types are missing. */
function Example({ settings: stored }: { settings: PayrollSettings }) {
	const { c, words } = useReader(OFFICE_WORDS);
	const { refusal, after: settings = stored } = sentWith(c, office);
	if (refusal !== undefined) return <Preview refusal={refusal} />;
	const { content, lacking } = exampleOf(settings, addMonths(c.var.now, -1));
	const names = lacking.map((key) => words.paid[key]).join(', ');
	return (
		<Preview>
			<p>{words.exampleHint}</p>
			{content === null ? (
				<p class="fault">{words.noOffice}</p>
			) : (
				<section class="table" tabindex={0} aria-label={words.example}>
					<pre class="file">{content.replace(BYTE_ORDER_MARK, '').trimEnd()}</pre>
				</section>
			)}
			{lacking.length > 0 && <p>{words.lacking(names)}</p>}
			{settings.format === 'datev-lug' && (
				<p>
					<a href={addressIn(c, '/company/office/profile')}>{words.profile}</a>
				</p>
			)}
		</Preview>
	);
}

/** A row for everything that is paid. The labels of the fields are for screen readers; row and column show the same. */
function WageTypeTable({ wageTypes: known }: { wageTypes: WageTypes | undefined }) {
	const words = useWords(OFFICE_WORDS);
	const field = (key: WageTypeKey, name: string, part: 'number' | 'lodasKey') => (
		<Field
			name={name}
			label={`${words.paid[key]}: ${words[part]}`}
			at={`wageTypes/${key}/${part}`}
			value={known?.[key]?.[part]}
			inputmode="numeric"
			autocomplete="off"
			unreadable={words.digits}
			isFilter
		/>
	);
	return (
		<fieldset class="group wage-types">
			<legend>{words.wageTypes}</legend>
			<p class="hint">{words.wageTypesHint}</p>
			<table>
				<thead>
					<tr>
						<th scope="col">{words.benefit}</th>
						<th scope="col">{words.number}</th>
						<th scope="col" class="lodas-key">
							{words.lodasKey}
						</th>
					</tr>
				</thead>
				<tbody>
					{WAGE_TYPE_KEYS.map((key) => (
						<tr>
							<th scope="row">{words.paid[key]}</th>
							<td>{field(key, numberOf(key), 'number')}</td>
							<td class="lodas-key">{field(key, lodasKeyOf(key), 'lodasKey')}</td>
						</tr>
					))}
				</tbody>
			</table>
		</fieldset>
	);
}

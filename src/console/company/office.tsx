import { WAGE_TYPE_KEYS, type WageTypeKey } from '../../ledger/rules.ts';
import { EXPORT_FORMATS } from '../../payroll/export/rules.ts';
import { readPayrollSettings, updatePayrollSettings } from '../../payroll/settings/actions.ts';
import { settingsToWire, updatePayrollSettingsRoute } from '../../payroll/settings/contract.ts';
import type { PayrollSettings } from '../../payroll/settings/store.ts';
import { Select, Tick } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Form, type Refused, SaveOrShow } from '../form.tsx';
import { page, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { changed, checked, isPreview, previewed, tagOf } from '../submit.ts';
import { isTicked, textIn, textOrNull } from '../typed.ts';
import { Example } from './example.tsx';
import { addressOf, Frame, savedAt } from './frame.tsx';
import { WORDS as OFFICE_WORDS } from './office-words.ts';
import { WORDS } from './words.ts';

const TICKS = ['usesCompanyNumbers', 'sumsBookings', 'splitsMeals'] as const;

const numberOf = (key: WageTypeKey): string => `number-${key}`;
const lodasKeyOf = (key: WageTypeKey): string => `key-${key}`;

function settingsIn(typed: FormData) {
	const wageTypeIn = (key: WageTypeKey) => {
		const [number, lodasKey] = [textIn(typed, numberOf(key)), textOrNull(typed, lodasKeyOf(key))];
		return number === '' && lodasKey === null ? null : { number, lodasKey };
	};
	return checked(updatePayrollSettingsRoute, {
		adviserNumber: textOrNull(typed, 'adviserNumber'),
		clientNumber: textOrNull(typed, 'clientNumber'),
		wageTypes: Object.fromEntries(WAGE_TYPE_KEYS.map((key) => [key, wageTypeIn(key)])),
		format: textOrNull(typed, 'format'),
		...Object.fromEntries(TICKS.map((name) => [name, isTicked(typed, name)])),
	});
}

export async function saveOffice(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'updatePayrollSettings');
	const settings = settingsIn(typed);
	const attempt = (call: typeof c.var.call) => updatePayrollSettings(call, companyId, settings);
	if (isPreview(typed)) return showOffice(c, { typed }, 200, await previewed(c, attempt));
	return changed(c, { attempt, to: () => savedAt(companyId, 'office'), toWire: settingsToWire });
}

/** The numbers of the payroll office, and beside them a file as they make it. */
export async function showOffice(
	c: Context,
	state: Refused = {},
	status = 200,
	after?: PayrollSettings,
): Promise<Response> {
	const companyId = companyNamed(c, 'updatePayrollSettings');
	const settings = await readPayrollSettings(c.var.call, companyId);
	return page(
		c,
		{ title: WORDS[c.var.language].pages.office, scripts: ['preview.js'] },
		<Frame companyId={companyId} name="office">
			<div class="columns">
				<Panel>
					<OfficeForm settings={settings} state={state} />
				</Panel>
				<Example settings={after ?? settings} refusal={state.refusal} />
			</div>
		</Frame>,
		status,
	);
}

function OfficeForm({ settings, state }: { settings: PayrollSettings; state: Refused }) {
	const words = useWords(OFFICE_WORDS);
	const digits = { inputmode: 'numeric', autocomplete: 'off', unreadable: words.digits } as const;
	return (
		<Form
			to={addressOf(settings.companyId, '/office')}
			state={state}
			etag={tagOf(settingsToWire(settings))}
			class="office"
			previews
		>
			<Select
				name="format"
				label={words.format}
				none={words.noFormat}
				value={settings.format}
				options={EXPORT_FORMATS.map((value) => ({ value, label: words.formats[value] }))}
				isOptional
			/>
			<div class="pair">
				<Field
					name="adviserNumber"
					label={words.adviserNumber}
					value={settings.adviserNumber}
					{...digits}
					isOptional
				/>
				<Field
					name="clientNumber"
					label={words.clientNumber}
					value={settings.clientNumber}
					{...digits}
					isOptional
				/>
			</div>
			<WageTypes settings={settings} />
			{TICKS.map((name) => (
				<Tick name={name} label={words.ticks[name]} hint={words.hints[name]} isOn={settings[name]} />
			))}
			<SaveOrShow save={useWords(WORDS).save} />
		</Form>
	);
}

/** A row of each thing that is paid. The labels of the fields are read, not seen: row and column say the same. */
function WageTypes({ settings: { wageTypes } }: { settings: PayrollSettings }) {
	const words = useWords(OFFICE_WORDS);
	const common = { inputmode: 'numeric', autocomplete: 'off', unreadable: words.digits } as const;
	return (
		<fieldset class="group wage-types">
			<legend>{words.wageTypes}</legend>
			<p class="hint">{words.wageTypesHint}</p>
			<table>
				<thead>
					<tr>
						<th scope="col">{words.what}</th>
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
							<td>
								<Field
									name={numberOf(key)}
									label={`${words.paid[key]}: ${words.number}`}
									at={`wageTypes/${key}/number`}
									value={wageTypes[key]?.number}
									{...common}
									isFilter
								/>
							</td>
							<td class="lodas-key">
								<Field
									name={lodasKeyOf(key)}
									label={`${words.paid[key]}: ${words.lodasKey}`}
									at={`wageTypes/${key}/lodasKey`}
									value={wageTypes[key]?.lodasKey}
									{...common}
									isFilter
								/>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</fieldset>
	);
}

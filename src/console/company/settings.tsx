import { readCompany, updateCompany } from '../../companies/actions.ts';
import { toWire, updateCompanyRoute } from '../../companies/contract.ts';
import type { Company } from '../../companies/store.ts';
import { LANGUAGES } from '../../core/language.ts';
import { MODULES } from '../../core/modules.ts';
import { Choice, Select } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused, SaveOrShow } from '../form.tsx';
import { page, useWords } from '../page.tsx';
import { Panel, Preview } from '../parts.tsx';
import { WORDS as PERSON_WORDS } from '../person/words.ts';
import { changed, checked, isPreview, previewed, tagOf } from '../submit.ts';
import { chosenIn, textIn, textOrNull } from '../typed.ts';
import { MovedDays } from './days.tsx';
import { addressOf, Frame, savedAt } from './frame.tsx';
import { WORDS as WORDS_OF_SETTINGS } from './settings-words.ts';
import { WORDS } from './words.ts';

/** A number as it was typed; what reads as none is refused by the contract. */
export const numberIn = (typed: FormData, name: string): number | null => {
	const text = textIn(typed, name);
	return text === '' ? null : Number(text);
};

/** What each form of the page changes. */
const PARTS = {
	general: (typed: FormData) => ({
		name: textIn(typed, 'name'),
		language: textOrNull(typed, 'language'),
		senderName: textOrNull(typed, 'senderName'),
	}),
	days: (typed: FormData) => ({
		payrollReferenceDay: numberIn(typed, 'payrollReferenceDay') ?? Number.NaN,
		submissionDay: numberIn(typed, 'submissionDay'),
	}),
	receipts: (typed: FormData) => ({ receiptRequiredModules: chosenIn(typed, 'receiptRequiredModules') }),
};
type Part = keyof typeof PARTS;

const partIn = (typed: FormData): Part => {
	const named = textIn(typed, 'part');
	return (Object.keys(PARTS) as Part[]).find((part) => part === named) ?? 'general';
};

export async function saveSettings(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'updateCompany');
	const patch = checked(updateCompanyRoute, PARTS[partIn(typed)](typed));
	if (isPreview(typed)) {
		const after = await previewed(c, (call) => updateCompany(call, companyId, patch));
		return showSettings(c, { typed }, 200, after);
	}
	return changed(c, {
		attempt: (call) => updateCompany(call, companyId, patch),
		to: () => savedAt(companyId, 'settings'),
		toWire,
	});
}

export async function showSettings(c: Context, state: Refused = {}, status = 200, after?: Company) {
	const companyId = companyNamed(c, 'updateCompany');
	const company = await readCompany(c.var.call, companyId);
	const stateOf = (part: Part): Refused =>
		state.typed !== undefined && partIn(state.typed) === part ? state : {};
	return page(
		c,
		{ title: WORDS[c.var.language].pages.settings, scripts: ['preview.js'] },
		<Frame companyId={companyId} name="settings">
			<div class="columns">
				<div>
					<General company={company} state={stateOf('general')} />
					<Receipts company={company} state={stateOf('receipts')} />
				</div>
				<div>
					<Days company={company} state={stateOf('days')} />
					<Preview refusal={stateOf('days').refusal}>
						<MovedDays before={company} after={after ?? company} />
					</Preview>
				</div>
			</div>
		</Frame>,
		status,
	);
}

interface PartProps {
	company: Company;
	state: Refused;
}

const formOf = ({ company, state }: PartProps) => ({
	to: addressOf(company.id),
	state,
	etag: tagOf(toWire(company)),
});

const Save = () => {
	return (
		<button type="submit" class="main">
			{useWords(WORDS).save}
		</button>
	);
};

function General(props: PartProps) {
	const words = useWords(WORDS_OF_SETTINGS);
	const { name, language, senderName } = props.company;
	const others = language === null || LANGUAGES.some((one) => one === language) ? [] : [language];
	return (
		<Panel title={words.general}>
			<Form {...formOf(props)}>
				<input type="hidden" name="part" value="general" />
				<Field name="name" label={words.name} value={name} autocomplete="organization" />
				<Select
					name="language"
					label={words.language}
					none={words.english}
					value={language}
					options={[...LANGUAGES, ...others].map((one) => ({
						value: one,
						label: words.languages[one as 'de'] ?? one,
					}))}
					isOptional
				/>
				<Field
					name="senderName"
					label={words.senderName}
					hint={words.senderHint}
					value={senderName}
					isOptional
				/>
				<Buttons>
					<Save />
				</Buttons>
			</Form>
		</Panel>
	);
}

function Days(props: PartProps) {
	const words = useWords(WORDS_OF_SETTINGS);
	const { payrollReferenceDay, submissionDay } = props.company;
	const day = (value: number | null) => (value === null ? null : String(value));
	return (
		<Panel title={words.days}>
			<Form {...formOf(props)} previews>
				<input type="hidden" name="part" value="days" />
				<p class="hint">{words.daysHint}</p>
				<Field
					name="submissionDay"
					label={words.submissionDay}
					hint={words.submissionHint}
					value={day(submissionDay)}
					inputmode="numeric"
					unreadable={words.dayOfMonth}
					isOptional
				/>
				<Field
					name="payrollReferenceDay"
					label={words.referenceDay}
					hint={words.referenceHint}
					value={day(payrollReferenceDay)}
					inputmode="numeric"
					unreadable={words.dayOfMonth}
				/>
				<SaveOrShow save={useWords(WORDS).save} />
			</Form>
		</Panel>
	);
}

function Receipts(props: PartProps) {
	const words = useWords(WORDS_OF_SETTINGS);
	const { modules } = useWords(PERSON_WORDS);
	return (
		<Panel title={words.receipts}>
			<Form {...formOf(props)}>
				<input type="hidden" name="part" value="receipts" />
				<Choice
					name="receiptRequiredModules"
					label={words.receiptsHint}
					value={props.company.receiptRequiredModules}
					options={MODULES.map((value) => ({ value, label: modules[value] }))}
					isMany
				/>
				<Buttons>
					<Save />
				</Buttons>
			</Form>
		</Panel>
	);
}

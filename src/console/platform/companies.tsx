import { createCompany } from '../../companies/actions.ts';
import { createCompanyRoute } from '../../companies/contract.ts';
import { LANGUAGES } from '../../core/language.ts';
import { type CompanyOverview, listOverviews } from '../../overview/companies/actions.ts';
import { type CompanyState, companyState } from '../../overview/companies/rules.ts';
import { Select } from '../choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Day, Empty, Paging, Panel, pageOf, Table } from '../parts.tsx';
import { changed, checked } from '../submit.ts';
import { textIn, textOrNull } from '../typed.ts';
import { COMPANIES, PLATFORM, PlatformHeading } from './parts.tsx';
import { WORDS } from './words.ts';

const PAGE_SIZE = 50;

export async function showCompanies(c: Context): Promise<Response> {
	const rows = await listOverviews(c.var.call, c.req.query('after') ?? '', PAGE_SIZE + 1);
	const { shown, next } = pageOf(rows, ({ id }) => id, PAGE_SIZE);
	const content = <Companies rows={shown} next={next} />;
	return page(c, { title: WORDS[c.var.language].companies }, content);
}

const MOODS: Record<CompanyState, 'bad' | 'waiting' | 'good'> = {
	NEW: 'bad',
	INVITED: 'waiting',
	ADMINISTERED: 'good',
};

/** Whether anybody administers a company. */
export function StateOf({ company }: { company: Pick<CompanyOverview, 'administrators' | 'registered'> }) {
	const state = companyState(company);
	return <Badge mood={MOODS[state]}>{useWords(WORDS).states[state]}</Badge>;
}

function Companies({ rows, next }: { rows: readonly CompanyOverview[]; next: string | null }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<PlatformHeading part="companies" />
			{rows.length === 0 ? (
				<Empty>{words.noCompanies}</Empty>
			) : (
				<Table
					caption={words.companies}
					columns={[words.name, words.people, words.state, words.since]}
					numeric={[1]}
					rows={rows.map((company) => [
						<bdi>
							<a href={`${COMPANIES}/${company.id}`}>{company.name}</a>
						</bdi>,
						say.number(company.people),
						<StateOf company={company} />,
						<Day at={company.dateCreated} />,
					])}
				/>
			)}
			<Paging next={next} />
		</>
	);
}

/** Creates a company and leads to its page, where it is handed over. */
export function create(c: Context, typed: FormData): Promise<Response> {
	const fields = checked(createCompanyRoute, {
		name: textIn(typed, 'name'),
		taxAffiliation: textIn(typed, 'taxAffiliation').toUpperCase(),
		language: textOrNull(typed, 'language'),
		payrollReferenceDay: Number(textIn(typed, 'payrollReferenceDay')),
	});
	return changed(c, {
		attempt: (call) => createCompany(call, fields),
		to: ({ id }) => `${COMPANIES}/${id}`,
	});
}

export function showCreation(c: Context, state: Refused = {}, status = 200) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.create },
		<div class="narrow">
			<Heading title={words.create} above={<a href={PLATFORM}>{words.companies}</a>} />
			<Panel>
				<Form to={`${COMPANIES}/new`} state={state}>
					<Field name="name" label={words.name} autocomplete="off" />
					<Field
						name="taxAffiliation"
						label={words.country}
						hint={words.countryHint}
						value="DE"
						autocomplete="off"
						maxlength={2}
					/>
					<Select
						name="language"
						label={words.language}
						value={c.var.language}
						options={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
					/>
					<Field
						name="payrollReferenceDay"
						label={words.referenceDay}
						hint={words.referenceDayHint}
						value="7"
						inputmode="numeric"
						autocomplete="off"
					/>
					<Buttons>
						<button type="submit" class="main">
							{words.create}
						</button>
					</Buttons>
				</Form>
			</Panel>
		</div>,
		status,
	);
}

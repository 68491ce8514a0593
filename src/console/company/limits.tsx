import { toWire } from '../../companies/contract.ts';
import { QUOTAS, type Quota } from '../../companies/rules.ts';
import type { Company } from '../../companies/store.ts';
import { Tick } from '../choice.tsx';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import type { Say } from '../format.ts';
import { useReader, useWords } from '../page.tsx';
import { Facts, Panel } from '../parts.tsx';
import { reachOf } from '../screen.ts';
import { tagOf } from '../submit.ts';
import { WORDS as DATA_WORDS } from './data-words.ts';
import { addressOf } from './frame.tsx';
import { WORDS } from './words.ts';

const MIB = 1024 * 1024;

export const LIMITS = Object.values(QUOTAS).map(({ setting }) => setting);
type Limit = (typeof LIMITS)[number];

/** What protects the people of the company from it. */
export const SAFEGUARDS = ['monthlyBudgetRestrictsFlex', 'ownBenefitsAllowed'] as const;

const isInBytes = (name: Limit): boolean => name.endsWith('Bytes') || name.endsWith('BytesPerMonth');

/** Bytes are typed in the megabytes of 1,024 × 1,024 that people know from their computers. */
export const bytesIn = (name: Limit, typed: number | null): number | null =>
	typed === null || !isInBytes(name) ? typed : Math.round(typed * MIB);

const sizeIn = ({ number }: Say, bytes: number): string =>
	bytes < 1024 * MIB ? `${number(Math.round(bytes / MIB))} MB` : `${number(bytes / MIB / 1024)} GB`;

interface LimitsProps {
	company: Company;
	usage: Partial<Record<Quota, number>>;
	state: Refused;
}

/** What the platform has set for the company; whoever runs it changes this here. */
export function Limits({ company, usage, state }: LimitsProps) {
	const { say, visitor } = useReader();
	const words = useWords(DATA_WORDS);
	const mayChange = visitor !== undefined && reachOf(visitor, 'updateCompany')?.all === true;
	const said = (name: Limit, value: number) => (isInBytes(name) ? sizeIn(say, value) : say.number(value));
	const rows = (Object.keys(QUOTAS) as Quota[]).map((quota) => {
		const { setting } = QUOTAS[quota];
		const limit = said(setting, company[setting]);
		const isOfCompany = ['employees', 'templates', 'stored_bytes'].includes(quota);
		const used = isOfCompany ? words.used(said(setting, usage[quota] ?? 0), limit) : limit;
		return [words.limits[setting], used] as const;
	});
	return (
		<div>
			<Panel title={words.platform}>
				{mayChange ? (
					<LimitsForm company={company} state={state} />
				) : (
					<>
						<p class="hint">{words.platformHint}</p>
						<Facts
							rows={[
								[words.taxAffiliation, say.country(company.taxAffiliation)],
								[words.retentionMonths, say.number(company.retentionMonths)],
								...SAFEGUARDS.map((name) => [words[name], company[name] ? words.yes : words.no] as const),
							]}
						/>
					</>
				)}
			</Panel>
			<Panel title={words.quotas}>
				<Facts rows={rows} />
			</Panel>
		</div>
	);
}

function LimitsForm({ company, state }: Pick<LimitsProps, 'company' | 'state'>) {
	const words = useWords(DATA_WORDS);
	const number = { inputmode: 'numeric', autocomplete: 'off', unreadable: words.number } as const;
	return (
		<Form to={addressOf(company.id, '/data')} state={state} etag={tagOf(toWire(company))}>
			<div class="pair">
				<Field
					name="taxAffiliation"
					label={words.taxAffiliation}
					value={company.taxAffiliation}
					maxlength={2}
					unreadable={words.country}
				/>
				<Field
					name="retentionMonths"
					label={words.retentionMonths}
					{...number}
					value={String(company.retentionMonths)}
				/>
				{LIMITS.map((name) => (
					<Field
						name={name}
						label={words.limits[name] + (isInBytes(name) ? ' (MB)' : '')}
						{...number}
						value={String(isInBytes(name) ? company[name] / MIB : company[name])}
					/>
				))}
			</div>
			{SAFEGUARDS.map((name) => (
				<Tick name={name} label={words[name]} isOn={company[name]} />
			))}
			<Buttons>
				<button type="submit" class="main">
					{useWords(WORDS).save}
				</button>
			</Buttons>
		</Form>
	);
}

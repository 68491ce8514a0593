import { updateCompany } from '../../companies/actions.ts';
import { toWire, updateCompanyRoute } from '../../companies/contract.ts';
import { QUOTAS, type Quota } from '../../companies/rules.ts';
import type { Company } from '../../companies/store.ts';
import { reachOf } from '../env.ts';
import type { Say } from '../format.ts';
import { Fields, FormFor, form, type Kind } from '../forms.tsx';
import { flag, number, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Facts, Panel } from '../parts.tsx';
import { addressOf } from './frame.tsx';
import { DATA_WORDS } from './words.ts';

const MIB = 1024 * 1024;

const LIMITS = Object.values(QUOTAS).map(({ setting }) => setting);
type Limit = (typeof LIMITS)[number];

/** Settings that protect the people of the company from its administrators. */
const SAFEGUARDS = ['monthlyBudgetRestrictsFlex', 'ownBenefitsAllowed'] as const;

const isInBytes = (name: Limit): boolean => name.endsWith('Bytes') || name.endsWith('BytesPerMonth');

const sizeIn = ({ number: say }: Say, bytes: number): string =>
	bytes < 1024 * MIB ? `${say(Math.round(bytes / MIB))} MB` : `${say(bytes / MIB / 1024)} GB`;

const count = number();

/** A number of bytes, typed in the megabytes of 1,024 × 1,024 that people know from their computers. */
const megabytes: Kind<number | null, number> = {
	...count,
	draw: ({ value, label, ...field }) =>
		count.draw({ ...field, label: `${label} (MB)`, value: value == null ? null : value / MIB }),
	read: (typed, name) => {
		const read = count.read(typed, name);
		return read === undefined ? undefined : Math.round(read * MIB);
	},
};

const NUMBERS = Object.fromEntries(
	LIMITS.map((name) => [name, isInBytes(name) ? megabytes : count]),
) as Record<Limit, typeof count>;

/** The settings that the platform decides. The action refuses everybody else. */
export const limits = form({
	words: DATA_WORDS,
	fields: {
		taxAffiliation: text({ maxlength: 2, unreadable: 'country' }),
		retentionMonths: count,
		...NUMBERS,
		monthlyBudgetRestrictsFlex: flag(),
		ownBenefitsAllowed: flag(),
	},
	contract: updateCompanyRoute,
	attempt: updateCompany,
	toWire,
});

interface LimitsProps {
	company: Company;
	usage: Partial<Record<Quota, number>>;
}

/** The limits that the platform has set for the company. Platform administrators change it here. */
export function Limits({ company, usage }: LimitsProps) {
	const { say, visitor } = useReader();
	const words = useWords(DATA_WORDS);
	const mayChange = visitor !== undefined && reachOf(visitor, 'updateCompany')?.all === true;
	const said = (name: Limit, value: number) => (isInBytes(name) ? sizeIn(say, value) : say.number(value));
	const rows = (Object.keys(QUOTAS) as Quota[]).map((quota) => {
		const { setting } = QUOTAS[quota];
		const limit = said(setting, company[setting]);
		const isOfCompany = ['employees', 'templates', 'stored_bytes'].includes(quota);
		const used = isOfCompany ? words.used(said(setting, usage[quota] ?? 0), limit) : limit;
		return [words[setting], used] as const;
	});
	return (
		<div>
			<Panel title={words.platform}>
				{mayChange ? (
					<FormFor of={limits} to={addressOf(company.id, '/data')} record={company}>
						<div class="pair">
							<Fields of={limits} only={['taxAffiliation', 'retentionMonths', ...LIMITS]} />
						</div>
						<Fields of={limits} only={SAFEGUARDS} />
					</FormFor>
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

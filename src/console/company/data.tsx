import {
	type DueErasure,
	eraseEmployee,
	listErasures,
	requireErasureDue,
} from '../../administration/privacy/erasure/actions.ts';
import { isOnlyEmployee } from '../../administration/privacy/erasure/rules.ts';
import { exportCompany } from '../../administration/privacy/export/actions.ts';
import { answerZip } from '../../foundation/http/file.ts';
import { readCompany, readUsage } from '../../tenants/companies/actions.ts';
import { QUOTAS, type Quota } from '../../tenants/companies/rules.ts';
import type { Company } from '../../tenants/companies/store.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, asApi, BASE, type Context, idIn, reachOf } from '../env.ts';
import type { Say } from '../format.ts';
import { Fields, FormFor, form, type Kind, sentWith } from '../forms.tsx';
import { country, flag, number } from '../kinds.tsx';
import { afterIn, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, Facts, NameLink, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { proof } from '../sign-in/routes.ts';
import { takeForm } from '../taking.ts';
import { Erasure, reasonAgainst } from '../users/access.tsx';
import { reading } from '../visit.ts';
import { addressIn, companyChange, companyPage, takeOn } from './frame.tsx';
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
const limits = form({
	...companyChange,
	words: DATA_WORDS,
	fields: {
		taxAffiliation: country,
		retentionMonths: count,
		...NUMBERS,
		monthlyBudgetRestrictsFlex: flag(),
		ownBenefitsAllowed: flag(),
	},
});

const erasure = form({ fields: {}, attempt: (call, _: string, __, c) => eraseEmployee(call, employeeIn(c)) });

export function takeData(app: App): void {
	takeOn(app, '/company/data', limits, { operation: 'updateCompany', said: 'data', show: showData });
	app.get('/company/data/export', proof, answerExport);
	app.get('/company/data/:employeeId/erasure', proof, showErasure);
	takeForm(app, '/company/data/:employeeId/erasure', erasure, {
		idOf: (c) => companyNamed(c, 'eraseEmployee'),
		to: (_, __, c) => addressIn(c, '/company/data', { saved: 'erased' }),
		show: showErasure,
		guard: proof,
	});
}

async function answerExport(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'exportCompany');
	const buckets = { receipts: c.env.RECEIPTS, history: c.env.HISTORY };
	const files = await exportCompany(c.var.call, buckets, companyId);
	return answerZip(asApi(c), `company-${companyId}.zip`, files);
}

const employeeIn = (c: Context): string => idIn(c, 'employeeId');

async function showErasure(c: Context): Promise<Response> {
	companyNamed(c, 'eraseEmployee');
	const employeeId = employeeIn(c);
	const refusal =
		sentWith(c, erasure).refusal ?? (await reasonAgainst(requireErasureDue(c.var.call, employeeId)));
	const { erase, eraseWhat, eraseStays } = DATA_WORDS[c.var.language];
	return companyPage(
		c,
		{ path: '/company/data', title: erase },
		<Erasure
			to={addressIn(c, `/company/data/${employeeId}/erasure`)}
			back={addressIn(c, '/company/data')}
			consequences={[eraseWhat, eraseStays]}
			refusal={refusal}
		/>,
	);
}

/** Returns the key of the last person on the previous page. */
function keyIn(c: Context) {
	const [, date = '', id = ''] = /^(-?\d{1,15})\.([0-9a-z-]{1,36})$/.exec(afterIn(c)) ?? [];
	return { dateTerminated: date === '' ? Number.MIN_SAFE_INTEGER : Number(date), id };
}

export async function showData(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'updateCompany');
	const call = reading(c);
	const [company, usage, leavers] = await Promise.all([
		readCompany(call, companyId),
		readUsage(call, companyId),
		listErasures(call, companyId, keyIn(c), PAGE_AND_ONE),
	]);
	const words = DATA_WORDS[c.var.language];
	return companyPage(
		c,
		{ path: '/company/data' },
		<div class="columns">
			<div>
				<Panel title={words.erasures}>
					<p>{words.erasuresHint(company.retentionMonths)}</p>
					<Leavers leavers={leavers} />
				</Panel>
				<Panel title={words.export}>
					<p>{words.exportHint}</p>
					<p>
						<ButtonLink to={addressIn(c, '/company/data/export')}>{words.exportNow}</ButtonLink>
					</p>
				</Panel>
			</div>
			<Limits company={company} usage={usage} />
		</div>,
	);
}

/** Former employees, with the day from which their personal values may be erased. */
function Leavers({ leavers }: { leavers: readonly DueErasure[] }) {
	return (
		<Paged
			rows={leavers}
			cursorOf={({ dateTerminated, id }) => `${dateTerminated}.${id}`}
			none={useWords(DATA_WORDS).noLeavers}
		>
			{(shown) => (
				<ul class="rows">
					{shown.map((leaver) => (
						<li>
							<span>
								<NameLink to={`${BASE}/people/${leaver.id}`}>{nameOf(leaver)}</NameLink>
								{leaver.personnelNumber !== null && <small class="below">{leaver.personnelNumber}</small>}
							</span>
							<Due leaver={leaver} />
						</li>
					))}
				</ul>
			)}
		</Paged>
	);
}

function Due({ leaver }: { leaver: DueErasure }) {
	const { c, may, say, words } = useReader(DATA_WORDS);
	const { id, dateDue, roles } = leaver;
	if (dateDue > c.var.now) return <Badge mood="calm">{words.dueOn(say.day(dateDue))}</Badge>;
	if (!isOnlyEmployee(roles)) return <Badge mood="bad">{words.hasRoles}</Badge>;
	return may('eraseEmployee') ? (
		<ButtonLink to={addressIn(c, `/company/data/${id}/erasure`)}>{words.erase}</ButtonLink>
	) : (
		<Badge mood="waiting">{words.due}</Badge>
	);
}

/** The limits that the platform has set for the company. Platform administrators change it here. */
function Limits({ company, usage }: { company: Company; usage: Partial<Record<Quota, number>> }) {
	const { c, say, visitor, words } = useReader(DATA_WORDS);
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
					<FormFor of={limits} to={addressIn(c, '/company/data')} record={company}>
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

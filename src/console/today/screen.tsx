import { readUpcoming } from '../../administration/overview/calendar/actions.ts';
import type { Occasion } from '../../administration/overview/calendar/rules.ts';
import {
	listFormerAdministrators,
	listTroubledCompanies,
	readFormerAdministrator,
	readSetup,
} from '../../administration/overview/companies/actions.ts';
import { type Setup as Done, SETUP_STEPS } from '../../administration/overview/companies/rules.ts';
import { listJobs } from '../../administration/overview/jobs/actions.ts';
import { countGaps } from '../../benefits/employees/gaps/actions.ts';
import { listQueues, readQueue } from '../../benefits/expenses/review/actions.ts';
import { countStandingWaiting } from '../../benefits/expenses/standing/actions.ts';
import { readOpenPayrollRun } from '../../benefits/payroll/open-run/actions.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { countIdentityChanges } from '../../tenants/auth/identity-changes/actions.ts';
import { listOrphanedKeys } from '../../tenants/auth/keys/actions.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import { readLatest } from '../../tenants/history/actions.ts';
import { countHeldMails } from '../../tenants/mail/actions.ts';
import { calendarAddress } from '../calendar/place.ts';
import { asApi, BASE, type Context, companyIn, reachOf, type Screen } from '../env.ts';
import { sayIn } from '../format.ts';
import { afterIn, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { titledPage, useWords } from '../page.tsx';
import { Badge, Day, Empty, Facts, Money, Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { reading } from '../visit.ts';
import { Happened } from './happened.tsx';
import { Month, SetupLink } from './month.tsx';
import { Operator } from './operator.tsx';
import { DeadlineBadge, FormerAdministrator, Waiting } from './waiting.tsx';
import { WORDS } from './words.ts';

const TODAY = `${BASE}/today`;
/** Today and the next 30 days. */
const DAYS_AHEAD = 31;
/** How many of the latest changes the page shows. */
const LATEST = 5;

/** The tasks of people who manage companies. */
export const today: Screen = {
	links: [
		{
			path: '/today',
			group: 'daily',
			operation: 'listExpenseQueue',
			title: (language) => WORDS[language].today,
		},
	],
	serve(app) {
		app.get('/today', (c) => {
			authorize(c.var.call.actor, 'listExpenseQueue');
			const companyId = companyIn(c, 'listExpenseQueue');
			return companyId === null ? showCompanies(c) : showCompany(c, companyId);
		});
	},
};

/** Greets readers whose first name is known. The service does not know their time of day. */
function greetingOf({ var: { visitor, language } }: Context): string {
	const { hello, today: title } = WORDS[language];
	return visitor?.firstName ? hello(visitor.firstName) : title;
}

async function showCompany(c: Context, companyId: string): Promise<Response> {
	const call = reading(c);
	const { visitor, language } = c.var;
	const manages = visitor !== undefined && reachOf(visitor, 'listPeople') !== null;
	const remembers = visitor !== undefined && reachOf(visitor, 'listEvents') !== null;
	const administers = visitor !== undefined && reachOf(visitor, 'listUsers') !== null;
	const [queue, proofs, company, setup, gaps, held, run, ahead, former, keys, latest, requests] =
		await Promise.all([
			readQueue(call, companyId),
			countStandingWaiting(call, companyId),
			manages ? readCompany(call, companyId) : null,
			manages ? readSetup(call, companyId) : null,
			manages ? countGaps(call, companyId) : null,
			manages ? countHeldMails(call, companyId) : null,
			manages ? readOpenPayrollRun(call, companyId) : null,
			manages ? readUpcoming(call, companyId, DAYS_AHEAD) : null,
			administers ? readFormerAdministrator(call, companyId) : null,
			administers ? listOrphanedKeys(call, companyId) : [],
			remembers ? readLatest(call, companyId, LATEST) : null,
			administers ? countIdentityChanges(call, companyId) : 0,
		]);
	const name = visitor?.companies.length === 1 ? queue.name : <a href={TODAY}>{queue.name}</a>;
	const above = [name, ' · ', sayIn(language).day(c.var.now)];
	return titledPage(
		c,
		{ title: WORDS[language].today, heading: greetingOf(c), above },
		<div class="columns today">
			<div>
				{setup !== null && isUnfinished(setup) && <Setup companyId={companyId} done={setup} />}
				<Waiting
					queue={queue}
					proofs={proofs}
					gaps={gaps}
					held={held}
					former={former}
					keys={keys}
					requests={requests}
				/>
				{ahead !== null && <Ahead companyId={companyId} ahead={ahead} />}
			</div>
			<div>
				{run !== null && company !== null && setup !== null && (
					<Month company={company} run={run} setup={setup} />
				)}
				{latest !== null && <Happened companyId={companyId} latest={latest} />}
			</div>
		</div>,
	);
}

/** True until the first payroll run is closed, or all steps are done. */
const isUnfinished = ({ hasRun, ...steps }: Done & { hasRun: boolean }): boolean =>
	!hasRun && Object.values(steps).includes(false);

/** Changes that take effect by themselves in the next days. */
function Ahead({ companyId, ahead }: { companyId: string; ahead: readonly Occasion[] }) {
	const words = useWords(WORDS);
	const days = Map.groupBy(
		ahead.filter(({ firstPeople }) => firstPeople.length > 0),
		({ day }) => day,
	);
	return (
		<Panel title={words.ahead}>
			{days.size === 0 && <Empty>{words.nothingAhead}</Empty>}
			<Facts
				rows={[...days].map(([day, ofDay]) => [
					<Day at={day} isShort />,
					ofDay.map((one) => <Happening {...one} />),
				])}
			/>
			<p>
				<a href={calendarAddress(companyId)}>{words.calendar}</a>
			</p>
		</Panel>
	);
}

function Happening({ kind, firstPeople, peopleCount, amount }: Occasion) {
	const words = useWords(WORDS);
	return (
		<p>
			{words.kinds[kind]}:{' '}
			{firstPeople.map((person, index) => [index > 0 && ', ', <PersonName person={person} />])}
			{(peopleCount ?? 0) > firstPeople.length && ` ${words.more((peopleCount ?? 0) - firstPeople.length)}`}
			{amount !== undefined && [' · ', <Money value={amount.value} currency={amount.currency} />]}
		</p>
	);
}

/** The companies that the reader manages, with what waits in each. */
async function showCompanies(c: Context): Promise<Response> {
	const call = reading(c);
	const { visitor, language } = c.var;
	const words = WORDS[language];
	const isOperator = visitor !== undefined && reachOf(visitor, 'listJobs')?.all === true;
	const [waiting, formers, jobs, troubled] = await Promise.all([
		listQueues(databasesOf(asApi(c)), call, afterIn(c), PAGE_AND_ONE),
		visitor !== undefined && reachOf(visitor, 'listUsers') !== null
			? listFormerAdministrators(databasesOf(asApi(c)), call)
			: [],
		isOperator ? listJobs(call) : [],
		isOperator ? listTroubledCompanies(call) : [],
	]);
	return titledPage(
		c,
		{
			title: words.today,
			heading: greetingOf(c),
			above: sayIn(language).day(c.var.now),
			isNarrow: true,
		},
		<>
			{isOperator && <Operator jobs={jobs} companies={troubled} />}
			<Panel title={words.companies}>
				{formers.map((former) => (
					<FormerAdministrator {...former} />
				))}
				<Paged rows={waiting} cursorOf={({ companyId }) => companyId} none={words.noCompany}>
					{(queues) => (
						<ul class="rows">
							{queues.map((queue) => (
								<li>
									<span>
										<a href={`${TODAY}?company=${queue.companyId}`} dir="auto">
											{queue.name}
										</a>
										<small class="below">
											{queue.waiting === null
												? words.unknownQueue
												: queue.waiting === 0
													? words.nothingWaits
													: words.toVerify(queue.waiting)}
										</small>
									</span>
									<DeadlineBadge queue={queue} />
								</li>
							))}
						</ul>
					)}
				</Paged>
			</Panel>
		</>,
	);
}

/** The steps that a new company needs before its first month can be paid, each with a link. */
function Setup({ companyId, done }: { companyId: string; done: Done }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.setUp.title}>
			<ol class="rows">
				{SETUP_STEPS.map((step) => (
					<li>
						{done[step] ? words.setUp.steps[step] : <SetupLink companyId={companyId} step={step} />}
						{done[step] && <Badge mood="good">{words.setUp.done}</Badge>}
					</li>
				))}
			</ol>
			<p class="hint">{words.setUp.why}</p>
		</Panel>
	);
}

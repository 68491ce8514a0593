import { readCompany } from '../../companies/actions.ts';
import { authorize } from '../../core/policy.ts';
import { countGaps } from '../../employees/people/actions.ts';
import { listQueues, readQueue } from '../../expenses/queue/actions.ts';
import { readUpcoming } from '../../overview/calendar/actions.ts';
import { readSetup } from '../../overview/setup/actions.ts';
import { readOpenPayrollRun } from '../../payroll/open-run/actions.ts';
import { companyIn } from '../company-choice.tsx';
import { BASE, type Context } from '../env.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { pageOf } from '../parts.tsx';
import { reachOf, type Screen } from '../screen.ts';
import { reading } from '../visit.ts';
import { Ahead } from './ahead.tsx';
import { Companies } from './companies.tsx';
import { Month } from './month.tsx';
import { Setup } from './setup.tsx';
import { Waiting } from './waiting.tsx';
import { WORDS } from './words.ts';

const TODAY = `${BASE}/today`;
/** Today and 30 more. */
const DAYS_AHEAD = 31;
const PAGE = 50;

/** What waits for whoever looks after companies. */
export const today: Screen = {
	links: [{ path: TODAY, title: { en: WORDS.en.today, de: WORDS.de.today } }],
	isFor: (visitor) => reachOf(visitor, 'listExpenseQueue') !== null,
	serve(app) {
		app.get('/today', (c) => {
			authorize(c.var.call.actor, 'listExpenseQueue');
			const companyId = companyIn(c, 'listExpenseQueue');
			return companyId === null ? showCompanies(c) : showCompany(c, companyId);
		});
	},
};

async function showCompany(c: Context, companyId: string): Promise<Response> {
	const call = reading(c);
	const { visitor, language } = c.var;
	const manages = visitor !== undefined && reachOf(visitor, 'listPeople') !== null;
	const [queue, company, setup, gaps, run, ahead] = await Promise.all([
		readQueue(call, companyId),
		manages ? readCompany(call, companyId) : null,
		manages ? readSetup(call, companyId) : null,
		manages ? countGaps(call, companyId) : null,
		manages ? readOpenPayrollRun(call, companyId) : null,
		manages ? readUpcoming(call, companyId, DAYS_AHEAD) : null,
	]);
	return page(
		c,
		{ title: WORDS[language].today },
		<>
			<Top name={queue.name} />
			<div class="columns">
				{setup !== null && <Setup companyId={companyId} done={setup} />}
				<Waiting queue={queue} gaps={gaps} />
				{run !== null && company !== null && <Month company={company} run={run} />}
				{ahead !== null && <Ahead ahead={ahead} />}
			</div>
		</>,
	);
}

function Top({ name }: { name: string }) {
	const { c, say, visitor } = useReader();
	const company = visitor?.companies.length === 1 ? name : <a href={TODAY}>{name}</a>;
	return <Heading title={useWords(WORDS).today} above={[company, ' · ', say.day(c.var.now)]} />;
}

async function showCompanies(c: Context): Promise<Response> {
	const queues = await listQueues(c.var.call, c.req.query('after') ?? '', PAGE + 1);
	const { shown, next } = pageOf(queues, ({ companyId }) => companyId, PAGE);
	const title = WORDS[c.var.language].today;
	return page(c, { title }, <Companies queues={shown} next={next} />);
}

import { listStandingOfCompany, listStandingOfEmployee } from '../../benefits/expenses/standing/actions.ts';
import { nextOf, rankOf } from '../../benefits/expenses/standing/rules.ts';
import type { StandingExpense, StandingKey } from '../../benefits/expenses/standing/store.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { ownId } from '../benefits/receipts.tsx';
import { chooseCompany } from '../company-choice.tsx';
import { addressFor, type Context, companyIn, type Screen } from '../env.ts';
import { afterIn, type Column, List, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { titledPage, useReader } from '../page.tsx';
import { Done, MainLink, Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { answerProof } from '../receipt-file.ts';
import { takePost } from '../submit.ts';
import { takeOne } from './one.tsx';
import { nameOf, OWN_STANDING, StandingBadge, standingAddress, useAmount, verifyAddress } from './parts.tsx';
import { showSubmission, submit } from './submission.tsx';
import { decide, showVerification } from './verification.tsx';
import { WORDS } from './words.ts';

/** The standing expenses of a company, for those who verify or administer them. */
export const standing: Screen = {
	links: [
		{
			path: '/standing',
			group: 'daily',
			operation: 'listStandingExpensesOfCompany',
			title: (language) => WORDS[language].title,
			waits: 'proofs',
			decides: 'approveStandingExpense',
		},
	],
	serve(app) {
		app.get('/standing', showCompany);
		app.get('/standing/:standingExpenseId', showVerification);
		takePost(app, '/standing/:standingExpenseId', decide, showVerification);
		app.get('/standing/:standingExpenseId/proofs/:proofId', answerProof);
	},
};

export const ownStanding: Screen = {
	links: [
		{
			path: '/benefits/standing',
			group: 'own',
			operation: 'listStandingExpensesOfEmployee',
			title: (language) => WORDS[language].own,
		},
	],
	serve(app) {
		app.get('/benefits/standing', showOwn);
		app.get('/benefits/standing/new', showSubmission);
		takePost(app, '/benefits/standing/new', submit, showSubmission);
		takeOne(app);
	},
};

const cursorOf = (row: StandingExpense): string => `${rankOf(row)}.${row.id}`;

/** Returns the position after which the list of a company continues; its beginning if the address names none. */
function keyIn(c: Context): StandingKey {
	const [, rank = '0', id = ''] = /^([01])\.([0-9a-z-]{1,36})$/.exec(afterIn(c)) ?? [];
	return { rank: Number(rank), id };
}

async function showCompany(c: Context): Promise<Response> {
	const operation = 'listStandingExpensesOfCompany';
	authorize(c.var.call.actor, operation);
	const { title, noCompanyToVerify: none, ...words } = WORDS[c.var.language];
	const companyId = companyIn(c, operation);
	if (companyId === null) {
		return chooseCompany(c, { operation, title, none, addressOf: (id) => addressFor('/standing', id) });
	}
	const rows = await listStandingOfCompany(c.var.call, companyId, keyIn(c), PAGE_AND_ONE);
	return titledPage(
		c,
		{ title },
		<>
			<Done says={{ approved: words.approved, rejected: words.rejected }} />
			<CompanyList rows={rows} />
		</>,
	);
}

/** Each row links to the decision for verifiers, and to the page of the standing expense for administrators. */
function CompanyList({ rows }: { rows: readonly StandingExpense[] }) {
	const { may, words } = useReader(WORDS);
	const addressOf = may('approveStandingExpense') ? verifyAddress : standingAddress;
	const columns: Column<StandingExpense>[] = [
		{ title: words.purpose, of: ({ id, module }) => <a href={addressOf(id)}>{words.modules[module]}</a> },
		{
			title: words.person,
			of: ({ employeeId, person }) => <PersonName person={{ employeeId, ...person }} />,
		},
		{ title: words.amount, of: (row) => <Amount standing={row} />, isNumeric: true },
		{ title: words.proofUntil, of: ({ proofUntil }) => ({ day: proofUntil }) },
		{ title: words.nextDate, of: (row) => dayOf(nextOf(row)) },
		{ title: words.waitingSince, of: ({ waitingSince }) => dayOf(waitingSince) },
		{ title: words.state, of: (row) => <StandingBadge standing={row} /> },
	];
	return (
		<List
			caption={words.title}
			columns={columns}
			rows={rows}
			cursorOf={cursorOf}
			none={words.noneOfCompany}
		/>
	);
}

const dayOf = (at: number | null) => (at === null ? null : { day: at });

const Amount = ({ standing: of }: { standing: StandingExpense }) => useAmount(of);

async function showOwn(c: Context): Promise<Response> {
	const words = WORDS[c.var.language];
	const rows = await listStandingOfEmployee(c.var.call, ownId(c), afterIn(c), PAGE_AND_ONE);
	return titledPage(
		c,
		{ title: words.own, actions: <MainLink to={`${OWN_STANDING}/new`}>{words.add}</MainLink> },
		<Panel>
			<Paged rows={rows} cursorOf={({ id }) => id} none={words.none}>
				{(shown) => <OwnList rows={shown} />}
			</Paged>
		</Panel>,
	);
}

function OwnList({ rows }: { rows: readonly StandingExpense[] }) {
	const { say, words } = useReader(WORDS);
	return (
		<ul class="rows">
			{rows.map((row) => {
				const next = nextOf(row);
				return (
					<li>
						<span>
							<a href={standingAddress(row.id)}>{nameOf(row, say)}</a>
							<br />
							<small>
								{next === null ? words.untilDay(say.day(row.proofUntil)) : words.next(say.day(next))}
							</small>
						</span>
						<StandingBadge standing={row} />
					</li>
				);
			})}
		</ul>
	);
}

import {
	listApprovalRules,
	readApprovalReport,
	removeApprovalRule,
	setApprovalRule,
} from '../../benefits/expenses/approval-rules/actions.ts';
import { ruleToWire, setApprovalRuleRoute } from '../../benefits/expenses/approval-rules/contract.ts';
import {
	DEFAULT_SAMPLE_PERCENT,
	OPPOSITIONS,
	type Trial,
} from '../../benefits/expenses/approval-rules/rules.ts';
import type { ApprovalRule } from '../../benefits/expenses/approval-rules/store.ts';
import { tryApprovalRule } from '../../benefits/expenses/rule-trials/actions.ts';
import { type Instant, startOfMonth, toYearMonth } from '../../foundation/core/instant.ts';
import { MODULES, type Module } from '../../foundation/core/modules.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { Form, Submit } from '../form.tsx';
import { FormFor, form, sentWith } from '../forms.tsx';
import { flag, money, number } from '../kinds.tsx';
import { List } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Facts, Note, Panel, Preview, Sure } from '../parts.tsx';
import { monthIn } from '../payroll/place.tsx';
import { previewed } from '../submit.ts';
import { reading } from '../visit.ts';
import { Report } from './approval-report.tsx';
import { APPROVAL_WORDS } from './approval-words.ts';
import { addressIn, companyPage, takeOn } from './frame.tsx';

const PATH = '/company/approvals';

const pathOf = (module: Module): string => `${PATH}/${module.toLowerCase()}`;

function moduleIn(c: Context): Module {
	const module = MODULES.find((one) => one === c.req.param('module')?.toUpperCase());
	if (module === undefined) throw notFound('module');
	return module;
}

/** The rule of a module. Its preview tries it on the purchases of the last 90 days. */
const rule = form({
	words: APPROVAL_WORDS,
	fields: {
		maxAmount: money(),
		samplePercent: number({ unreadable: 'percentRange' }),
		acceptsInvoices: flag(),
	},
	contract: setApprovalRuleRoute,
	attempt: (call, companyId: string, fields, c) => setApprovalRule(call, companyId, moduleIn(c), fields),
	toWire: ruleToWire,
	preview: async (c, attempt) => tryApprovalRule(c.var.call, await previewed(c, attempt)),
});

const removal = form({
	fields: {},
	attempt: (call, companyId: string, _, c) => removeApprovalRule(call, companyId, moduleIn(c)),
});

export function takeApprovals(app: App): void {
	const taking = { operation: 'setApprovalRule', show: showRule } as const;
	app.get(`${PATH}/:module`, showRule);
	takeOn(app, PATH, rule, { ...taking, said: 'approval-rule', path: `${PATH}/:module` });
	takeOn(app, PATH, removal, { ...taking, said: 'no-approval-rule', path: `${PATH}/:module/removal` });
}

/** The rules in force, and what rules and people decided in a month. */
export async function showApprovals(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'setApprovalRule');
	const month = startOfMonth(monthIn(c, 'month') ?? c.var.now);
	const call = reading(c);
	const [rules, report] = await Promise.all([
		listApprovalRules(call, companyId, '', MODULES.length),
		readApprovalReport(call, companyId, month),
	]);
	const content = (
		<>
			<Rules rules={rules} lost={report.seed?.isLost ? month : null} />
			<Report report={report} to={(month) => addressIn(c, PATH, { month })} />
		</>
	);
	return companyPage(c, { path: PATH }, content);
}

interface RulesProps {
	rules: readonly ApprovalRule[];
	/** The month whose receipts no rule approves, because its seed cannot be decrypted; null if there is none. */
	lost: Instant | null;
}

function Rules({ rules, lost }: RulesProps) {
	const { c, say, words } = useReader(APPROVAL_WORDS);
	const rows = MODULES.map((module) => ({ module, rule: rules.find((one) => one.module === module) }));
	return (
		<Panel>
			{lost !== null && <Note mood="bad">{words.lost(say.monthName(toYearMonth(lost)))}</Note>}
			<p>{words.lead}</p>
			<p>{words.lead2}</p>
			<List
				caption={words.rules}
				rows={rows}
				columns={[
					{
						title: words.module,
						of: ({ module }) => <a href={addressIn(c, pathOf(module))}>{words.modules[module]}</a>,
					},
					{
						title: words.rule,
						of: ({ rule }) =>
							rule === undefined
								? words.off
								: words.upTo(say.amount(rule.maxAmountValue, rule.maxAmountCurrency)),
					},
					{
						title: words.sample,
						of: ({ rule }) => rule && words.percent(say.number(rule.samplePercent)),
					},
					{
						title: words.invoices,
						of: ({ rule }) => rule && (rule.acceptsInvoices ? words.yes : words.no),
					},
				]}
			/>
		</Panel>
	);
}

async function showRule(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'setApprovalRule');
	const module = moduleIn(c);
	const rules = await listApprovalRules(c.var.call, companyId, '', MODULES.length);
	const words = APPROVAL_WORDS[c.var.language];
	const title = words.edit(words.modules[module]);
	const stored = rules.find((one) => one.module === module);
	return companyPage(c, { path: PATH, title }, <Rule module={module} rule={stored} />);
}

function Rule({ module, rule: stored }: { module: Module; rule: ApprovalRule | undefined }) {
	const { c, words } = useReader(APPROVAL_WORDS);
	const { after: trial, refusal } = sentWith(c, rule);
	const to = addressIn(c, pathOf(module));
	const values = {
		maxAmount: stored?.maxAmountValue ?? null,
		samplePercent: stored?.samplePercent ?? DEFAULT_SAMPLE_PERCENT,
	};
	return (
		<div class="columns">
			<Panel>
				<FormFor
					of={rule}
					to={to}
					record={stored}
					values={values}
					save={stored === undefined ? words.turnOn : words.save}
					previews={false}
				/>
				{stored !== undefined && (
					<Form to={addressIn(c, `${pathOf(module)}/removal`)}>
						<Sure label={words.turnOff}>
							<p>{words.turnOffHint}</p>
							<Submit look="danger">{words.turnOff}</Submit>
						</Sure>
					</Form>
				)}
			</Panel>
			<Preview refusal={refusal}>
				{trial === undefined ? <p>{words.trySample}</p> : <Tried trial={trial} />}
			</Preview>
		</div>
	);
}

/** Shows how much the rule would have approved, and where people decided otherwise. */
function Tried({ trial }: { trial: Trial }) {
	const { say, words } = useReader(APPROVAL_WORDS);
	const { decided, permitted } = trial;
	const day = say.day(trial.firstDay);
	if (decided === 0) return <p>{words.triedNone(day)}</p>;
	const opposed = OPPOSITIONS.filter((name) => trial[name] > 0);
	return (
		<>
			<p>
				<strong>{words.tried(say.number(permitted), say.number(decided), day)}</strong>
			</p>
			{opposed.length > 0 && (
				<Facts rows={opposed.map((name) => [words.opposed[name], say.number(trial[name])])} />
			)}
			{permitted > 0 && opposed.length === 0 && <p>{words.agreed}</p>}
			<p class="hint">{words.triedHint}</p>
		</>
	);
}

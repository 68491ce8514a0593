import { authorize, type Operation } from '../foundation/core/policy.ts';
import { notFound } from '../foundation/core/refusals.ts';
import type { Visitor } from '../tenants/auth/sessions/actions.ts';
import { listCompanies } from '../tenants/companies/actions.ts';
import { type Context, companyIn } from './env.ts';
import { afterIn, PAGE_AND_ONE, Paging, pageOf } from './listing.tsx';
import { Heading, page, useReader } from './page.tsx';
import { Empty, Panel } from './parts.tsx';
import { COMMON } from './words.ts';

/** Returns the company of a page, or refuses readers who may not do the operation. */
export function companyNamed(c: Context, operation: Operation): string {
	authorize(c.var.call.actor, operation);
	const companyId = companyIn(c, operation);
	if (companyId === null) throw notFound('company');
	return companyId;
}

/** Returns undefined for a company that the reader cannot reach. */
export const nameOfCompany = (visitor: Visitor | undefined, companyId: string): string | undefined =>
	[...(visitor?.companies ?? []), visitor?.named].find((one) => one?.id === companyId)?.name;

/** The name of the company. It links to the other companies of readers who have several. */
export function CompanyName({ companyId, choice }: { companyId: string; choice: string }) {
	const { visitor, words } = useReader();
	const name = nameOfCompany(visitor, companyId) ?? words.companies;
	return visitor?.companies.length === 1 ? name : <a href={choice}>{name}</a>;
}

interface Choice {
	/** The operation of the page, which the reader may do in all of these companies. */
	operation: Operation;
	title: string;
	/** The sentence for readers without a company. */
	none: string;
	addressOf: (companyId: string) => string;
}

/** The page on which readers of several companies choose one first. */
export async function chooseCompany(
	c: Context,
	{ operation, title, none, addressOf }: Choice,
): Promise<Response> {
	const { visitor, call } = c.var;
	const scope = authorize(call.actor, operation);
	const companies = scope.all
		? await listCompanies(call, afterIn(c), PAGE_AND_ONE)
		: (visitor?.companies ?? []);
	const { shown, next } = scope.all ? pageOf(companies, ({ id }) => id) : { shown: companies, next: null };
	return page(
		c,
		{ title },
		<div class="narrow">
			<Heading title={COMMON[c.var.language].chooseCompany} above={title} />
			<Panel>
				{shown.length === 0 && <Empty>{none}</Empty>}
				<ul class="rows">
					{shown.map(({ id, name }) => (
						<li>
							<a href={addressOf(id)} dir="auto">
								{name}
							</a>
						</li>
					))}
				</ul>
			</Panel>
			<Paging next={next} />
		</div>,
	);
}

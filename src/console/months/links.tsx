import { useReader } from '../page.tsx';
import { addressOf } from '../payroll/place.ts';
import type { ListedRow, Listing } from './listing.ts';
import { ofLanguage } from './words.ts';

type Name = Listing<ListedRow>['name'];

const NAMES: readonly Name[] = ['balances', 'vouchers', 'expenses'];

interface Props {
	/** The list that one is on; none on the page that leads to them. */
	present?: Name;
	toOf: (name: Name) => string;
}

/** The way to each of the lists. */
export function ListLinks({ present, toOf }: Props) {
	const { c } = useReader();
	const words = ofLanguage(c.var.language);
	return (
		<nav class="tabs" aria-label={words.lists}>
			{NAMES.map((name) => (
				<a href={toOf(name)} aria-current={name === present ? 'page' : undefined}>
					{words.titles[name]}
				</a>
			))}
		</nav>
	);
}

/** The same for the present month of a company. */
export const ListsOfCompany = ({ companyId }: { companyId: string }) => (
	<ListLinks toOf={(name) => addressOf(companyId, `/${name}`)} />
);

import { useReader } from '../page.tsx';
import { addressOf } from '../payroll/place.tsx';
import { LISTS, type ListName } from './lists.ts';
import { WORDS } from './words.ts';

interface Props {
	/** The list that the page shows. A page that only leads to the lists shows none. */
	present?: ListName;
	toOf: (name: ListName) => string;
}

/** Links to each list of a month. */
export function ListLinks({ present, toOf }: Props) {
	const words = WORDS[useReader().c.var.language];
	return (
		<nav class="tabs" aria-label={words.lists}>
			{LISTS.map((name) => (
				<a href={toOf(name)} aria-current={name === present ? 'page' : undefined}>
					{words.titles[name]}
				</a>
			))}
		</nav>
	);
}

/** Links to each list of the present month of a company. */
export const ListsOfCompany = ({ companyId }: { companyId: string }) => (
	<ListLinks toOf={(name) => addressOf(companyId, `/${name}`)} />
);

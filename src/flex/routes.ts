import { createRouter } from '../http/router.ts';
import { accessRoutes } from './access/routes.ts';
import { taxRuleRoutes } from './tax-rules/routes.ts';

export const flexRoutes = createRouter().route('/', accessRoutes).route('/', taxRuleRoutes);

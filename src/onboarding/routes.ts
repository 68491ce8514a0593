import { createRouter } from '../http/router.ts';
import { importRoutes } from './import/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';

export const onboardingRoutes = createRouter().route('/', importRoutes).route('/', invitationRoutes);

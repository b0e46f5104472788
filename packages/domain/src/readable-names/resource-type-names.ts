import { type ReadableName, readCatalogue } from './readable-name.ts'

/** Types as clouds write them, in lower case. */
const types = readCatalogue(`
microsoft.aad/domainservices | Entra Domain Services
microsoft.apimanagement/service | API Management
microsoft.app/containerapps | Container App
microsoft.app/jobs | Container App job | Container App-jobb
microsoft.app/managedenvironments | Container Apps environment | Container Apps-miljö
microsoft.appconfiguration/configurationstores | App Configuration
microsoft.authorization/policyassignments | Policy assignment | Principtilldelning
microsoft.automation/automationaccounts | Automation account | Automation-konto
microsoft.automation/automationaccounts/runbooks | Runbook
microsoft.avs/privateclouds | VMware Solution
microsoft.batch/batchaccounts | Batch account | Batch-konto
microsoft.botservice/botservices | Bot Service
microsoft.cache/redis | Azure Cache for Redis
microsoft.cache/redisenterprise | Azure Managed Redis
microsoft.cdn/profiles | Front Door and CDN profile | Front Door- och CDN-profil
microsoft.cdn/profiles/afdendpoints | Front Door endpoint | Front Door-slutpunkt
microsoft.cdn/profiles/endpoints | CDN endpoint | CDN-slutpunkt
microsoft.certificateregistration/certificateorders | App Service certificate | App Service-certifikat
microsoft.cognitiveservices/accounts | AI service | AI-tjänst
microsoft.communication/communicationservices | Communication Services
microsoft.compute/availabilitysets | Availability set | Tillgänglighetsuppsättning
microsoft.compute/disks | Disk
microsoft.compute/diskencryptionsets | Disk encryption set | Diskkrypteringsuppsättning
microsoft.compute/galleries | Compute gallery | Beräkningsgalleri
microsoft.compute/images | Image | Avbildning
microsoft.compute/restorepointcollections | Restore points | Återställningspunkter
microsoft.compute/snapshots | Snapshot | Ögonblicksbild
microsoft.compute/sshpublickeys | SSH key | SSH-nyckel
microsoft.compute/virtualmachines | Virtual machine | Virtuell dator
microsoft.compute/virtualmachines/extensions | VM extension | VM-tillägg
microsoft.compute/virtualmachinescalesets | VM scale set | VM-skalningsuppsättning
microsoft.containerinstance/containergroups | Container instance | Containerinstans
microsoft.containerregistry/registries | Container registry | Containerregister
microsoft.containerservice/managedclusters | Kubernetes cluster | Kubernetes-kluster
microsoft.databricks/workspaces | Databricks workspace | Databricks-arbetsyta
microsoft.datafactory/factories | Data Factory
microsoft.datalakestore/accounts | Data Lake
microsoft.dataprotection/backupvaults | Backup vault | Säkerhetskopieringsvalv
microsoft.datashare/accounts | Data Share
microsoft.dbformariadb/servers | MariaDB server | MariaDB-server
microsoft.dbformysql/flexibleservers | MySQL server | MySQL-server
microsoft.dbformysql/servers | MySQL server (single) | MySQL-server (enskild)
microsoft.dbforpostgresql/flexibleservers | PostgreSQL server | PostgreSQL-server
microsoft.dbforpostgresql/servers | PostgreSQL server (single) | PostgreSQL-server (enskild)
microsoft.desktopvirtualization/applicationgroups | Virtual Desktop application group | Virtual Desktop-programgrupp
microsoft.desktopvirtualization/hostpools | Virtual Desktop host pool | Virtual Desktop-värdpool
microsoft.desktopvirtualization/workspaces | Virtual Desktop workspace | Virtual Desktop-arbetsyta
microsoft.devices/iothubs | IoT Hub
microsoft.devtestlab/schedules | Shutdown schedule | Avstängningsschema
microsoft.digitaltwins/digitaltwinsinstances | Digital Twins
microsoft.documentdb/databaseaccounts | Cosmos DB
microsoft.domainregistration/domains | App Service domain | App Service-domän
microsoft.eventgrid/domains | Event Grid domain | Event Grid-domän
microsoft.eventgrid/systemtopics | Event Grid system topic | Event Grid-systemämne
microsoft.eventgrid/topics | Event Grid topic | Event Grid-ämne
microsoft.eventhub/namespaces | Event Hubs
microsoft.fabric/capacities | Fabric capacity | Fabric-kapacitet
microsoft.hdinsight/clusters | HDInsight cluster | HDInsight-kluster
microsoft.healthcareapis/workspaces | Health Data Services
microsoft.hybridcompute/machines | Server (Azure Arc)
microsoft.hybridcompute/machines/extensions | Arc extension | Arc-tillägg
microsoft.insights/actiongroups | Action group | Åtgärdsgrupp
microsoft.insights/activitylogalerts | Activity log alert rule | Aktivitetsloggregel
microsoft.insights/autoscalesettings | Autoscale setting | Autoskalning
microsoft.insights/components | Application Insights
microsoft.insights/datacollectionendpoints | Data collection endpoint | Datainsamlingsslutpunkt
microsoft.insights/datacollectionrules | Data collection rule | Datainsamlingsregel
microsoft.insights/metricalerts | Metric alert rule | Måttregel
microsoft.insights/scheduledqueryrules | Log alert rule | Loggregel
microsoft.insights/webtests | Availability test | Tillgänglighetstest
microsoft.insights/workbooks | Workbook | Arbetsbok
microsoft.keyvault/managedhsms | Managed HSM
microsoft.keyvault/vaults | Key vault | Nyckelvalv
microsoft.kubernetes/connectedclusters | Kubernetes cluster (Azure Arc) | Kubernetes-kluster (Azure Arc)
microsoft.kusto/clusters | Data Explorer cluster | Data Explorer-kluster
microsoft.loadtestservice/loadtests | Load test | Belastningstest
microsoft.logic/integrationaccounts | Integration account | Integrationskonto
microsoft.logic/workflows | Logic App
microsoft.machinelearningservices/workspaces | Machine Learning workspace | Machine Learning-arbetsyta
microsoft.maintenance/maintenanceconfigurations | Maintenance configuration | Underhållskonfiguration
microsoft.managedidentity/userassignedidentities | Managed identity | Hanterad identitet
microsoft.maps/accounts | Azure Maps
microsoft.migrate/migrateprojects | Migrate project | Migreringsprojekt
microsoft.monitor/accounts | Monitor workspace | Monitor-arbetsyta
microsoft.netapp/netappaccounts | NetApp account | NetApp-konto
microsoft.netapp/netappaccounts/capacitypools/volumes | NetApp volume | NetApp-volym
microsoft.network/applicationgateways | Application Gateway
microsoft.network/applicationgatewaywebapplicationfirewallpolicies | WAF policy | WAF-princip
microsoft.network/applicationsecuritygroups | Application security group | Programsäkerhetsgrupp
microsoft.network/azurefirewalls | Firewall | Brandvägg
microsoft.network/bastionhosts | Bastion
microsoft.network/connections | Network connection | Nätverksanslutning
microsoft.network/ddosprotectionplans | DDoS protection plan | DDoS-skyddsplan
microsoft.network/dnsresolvers | DNS resolver | DNS-matchare
microsoft.network/dnszones | DNS zone | DNS-zon
microsoft.network/expressroutecircuits | ExpressRoute circuit | ExpressRoute-krets
microsoft.network/firewallpolicies | Firewall policy | Brandväggsprincip
microsoft.network/frontdoors | Front Door
microsoft.network/frontdoorwebapplicationfirewallpolicies | Front Door WAF policy | WAF-princip för Front Door
microsoft.network/ipgroups | IP group | IP-grupp
microsoft.network/loadbalancers | Load balancer | Lastbalanserare
microsoft.network/localnetworkgateways | Local network gateway | Lokal nätverksgateway
microsoft.network/natgateways | NAT gateway | NAT-gateway
microsoft.network/networkinterfaces | Network interface | Nätverksgränssnitt
microsoft.network/networksecuritygroups | Network security group | Nätverkssäkerhetsgrupp
microsoft.network/networkwatchers | Network Watcher
microsoft.network/privatednszones | Private DNS zone | Privat DNS-zon
microsoft.network/privatednszones/virtualnetworklinks | DNS zone link | DNS-zonlänk
microsoft.network/privateendpoints | Private endpoint | Privat slutpunkt
microsoft.network/privatelinkservices | Private Link service | Private Link-tjänst
microsoft.network/publicipaddresses | Public IP address | Offentlig IP-adress
microsoft.network/publicipprefixes | Public IP prefix | Offentligt IP-prefix
microsoft.network/routetables | Route table | Routningstabell
microsoft.network/trafficmanagerprofiles | Traffic Manager
microsoft.network/virtualhubs | Virtual hub | Virtuell hubb
microsoft.network/virtualnetworkgateways | VPN gateway | VPN-gateway
microsoft.network/virtualnetworks | Virtual network | Virtuellt nätverk
microsoft.network/virtualwans | Virtual WAN
microsoft.network/vpngateways | VPN gateway (Virtual WAN) | VPN-gateway (Virtual WAN)
microsoft.notificationhubs/namespaces | Notification Hubs
microsoft.operationalinsights/querypacks | Query pack | Frågepaket
microsoft.operationalinsights/workspaces | Log Analytics workspace | Log Analytics-arbetsyta
microsoft.operationsmanagement/solutions | Monitoring solution | Övervakningslösning
microsoft.portal/dashboards | Azure dashboard | Azure-instrumentpanel
microsoft.powerbidedicated/capacities | Power BI Embedded
microsoft.purview/accounts | Purview
microsoft.recoveryservices/vaults | Recovery Services vault | Recovery Services-valv
microsoft.relay/namespaces | Relay
microsoft.resources/resourcegroups | Resource group | Resursgrupp
microsoft.resources/subscriptions | Subscription | Prenumeration
microsoft.resources/subscriptions/resourcegroups | Resource group | Resursgrupp
microsoft.resources/templatespecs | Template spec | Mallspecifikation
microsoft.search/searchservices | AI Search
microsoft.security/automations | Defender automation | Defender-automatisering
microsoft.servicebus/namespaces | Service Bus
microsoft.servicefabric/clusters | Service Fabric cluster | Service Fabric-kluster
microsoft.signalrservice/signalr | SignalR
microsoft.signalrservice/webpubsub | Web PubSub
microsoft.sql/instancepools | SQL instance pool | SQL-instanspool
microsoft.sql/managedinstances | SQL Managed Instance
microsoft.sql/managedinstances/databases | Managed Instance database | Databas i Managed Instance
microsoft.sql/servers | SQL server | SQL-server
microsoft.sql/servers/databases | SQL database | SQL-databas
microsoft.sql/servers/elasticpools | SQL elastic pool | Elastisk SQL-pool
microsoft.sqlvirtualmachine/sqlvirtualmachines | SQL virtual machine | Virtuell SQL-dator
microsoft.storage/storageaccounts | Storage account | Lagringskonto
microsoft.storagesync/storagesyncservices | File Sync
microsoft.streamanalytics/streamingjobs | Stream Analytics job | Stream Analytics-jobb
microsoft.synapse/workspaces | Synapse workspace | Synapse-arbetsyta
microsoft.synapse/workspaces/sqlpools | Synapse SQL pool | Synapse SQL-pool
microsoft.virtualmachineimages/imagetemplates | Image template | Avbildningsmall
microsoft.web/certificates | Certificate | Certifikat
microsoft.web/connections | API connection | API-anslutning
microsoft.web/hostingenvironments | App Service Environment
microsoft.web/serverfarms | App Service plan | App Service-plan
microsoft.web/sites | App Service
microsoft.web/sites/slots | Deployment slot | Distributionsplats
microsoft.web/staticsites | Static Web App
aws::apigateway::restapi | API Gateway
aws::autoscaling::autoscalinggroup | Auto Scaling group | Auto Scaling-grupp
aws::cloudfront::distribution | CloudFront distribution
aws::cloudwatch::alarm | CloudWatch alarm | CloudWatch-larm
aws::dynamodb::table | DynamoDB table | DynamoDB-tabell
aws::ec2::instance | EC2 instance | EC2-instans
aws::ec2::securitygroup | Security group | Säkerhetsgrupp
aws::ec2::subnet | Subnet | Undernät
aws::ec2::volume | EBS volume | EBS-volym
aws::ec2::vpc | VPC
aws::ecr::repository | ECR repository | ECR-lagringsplats
aws::ecs::cluster | ECS cluster | ECS-kluster
aws::ecs::service | ECS service | ECS-tjänst
aws::efs::filesystem | EFS file system | EFS-filsystem
aws::eks::cluster | Kubernetes cluster | Kubernetes-kluster
aws::elasticache::cachecluster | ElastiCache cluster | ElastiCache-kluster
aws::elasticloadbalancingv2::loadbalancer | Load balancer | Lastbalanserare
aws::iam::role | IAM role | IAM-roll
aws::kms::key | KMS key | KMS-nyckel
aws::lambda::function | Lambda function | Lambda-funktion
aws::opensearchservice::domain | OpenSearch domain | OpenSearch-domän
aws::rds::dbcluster | RDS cluster | RDS-kluster
aws::rds::dbinstance | RDS database | RDS-databas
aws::route53::hostedzone | Hosted zone | DNS-zon
aws::s3::bucket | S3 bucket | S3-bucket
aws::secretsmanager::secret | Secret | Hemlighet
aws::sns::topic | SNS topic | SNS-ämne
aws::sqs::queue | SQS queue | SQS-kö
aws::stepfunctions::statemachine | Step Functions
bigquery.googleapis.com/dataset | BigQuery dataset | BigQuery-datauppsättning
cloudfunctions.googleapis.com/function | Cloud Function
cloudsql.googleapis.com/instance | Cloud SQL
compute.googleapis.com/disk | Persistent disk | Beständig disk
compute.googleapis.com/firewall | Firewall rule | Brandväggsregel
compute.googleapis.com/forwardingrule | Load balancer | Lastbalanserare
compute.googleapis.com/instance | Compute Engine VM | VM i Compute Engine
compute.googleapis.com/network | VPC network | VPC-nätverk
compute.googleapis.com/subnetwork | Subnet | Undernät
container.googleapis.com/cluster | Kubernetes cluster | Kubernetes-kluster
pubsub.googleapis.com/subscription | Pub/Sub subscription | Pub/Sub-prenumeration
pubsub.googleapis.com/topic | Pub/Sub topic | Pub/Sub-ämne
redis.googleapis.com/instance | Memorystore
run.googleapis.com/service | Cloud Run
sqladmin.googleapis.com/instance | Cloud SQL
storage.googleapis.com/bucket | Storage bucket | Lagringsbucket
`)

/** Kinds of App Service, by a word of the subtype. The first that fits counts. */
const kindsOfSites: [RegExp, ReadableName][] = [
  [/workflowapp/, { en: 'Logic App (Standard)', sv: 'Logic App (Standard)' }],
  [/functionapp/, { en: 'Function App', sv: 'Function App' }],
  [/container/, { en: 'App Service (container)', sv: 'App Service (container)' }],
]

/** What a resource of this type is called; null where the catalogue does not know it, so that the cloud's own word is shown. */
export function resourceTypeName(type: string, subtype: string | null = null): ReadableName | null {
  const key = type.toLowerCase()
  const kind = key === 'microsoft.web/sites' && subtype ? kindsOfSites.find(([pattern]) => pattern.test(subtype.toLowerCase())) : undefined
  return kind?.[1] ?? types.get(key) ?? null
}

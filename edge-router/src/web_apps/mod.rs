//! Pages: files of the two web builds, held in memory, and `index.html` with the site's title,
//! colours and boot data inserted, so that a page never appears unbranded before its script runs.
//! Also the error pages of hosts without a web app.

mod accept;
mod boot;
mod build;
mod error_page;
mod files;
mod manifest;
mod page;
mod sharing;

pub use build::WebAppsError;
pub(crate) use error_page::ErrorPage;
pub(crate) use sharing::Subject;

use crate::config::{EdgeConfig, Features};
use crate::problem::{METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::resolve::SiteRef;
use axum::body::Body;
use boot::BootData;
use build::WebBuild;
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Request, Response};

/// Both web builds, and the boot data of their pages.
#[derive(Debug)]
pub(crate) struct WebApps {
    main: WebBuild,
    brand: WebBuild,
    build: String,
    features: Features,
}

/// Returns whether the client displays pages, as browsers do on navigation.
pub(crate) fn takes_pages(headers: &HeaderMap) -> bool {
    accept::accepts_html(headers, false)
}

impl WebApps {
    pub fn load(config: &EdgeConfig) -> Result<Self, WebAppsError> {
        Ok(Self {
            main: WebBuild::load(&config.main_dist)?,
            brand: WebBuild::load(&config.brand_dist)?,
            build: config.build.clone(),
            features: config.features,
        })
    }

    /// Serves a path of a site's web build: a file, the page, or 404. `subject` determines the
    /// page's title and tags.
    pub fn serve_path(
        &self,
        site: &SiteRef<'_>,
        request: &Request<Body>,
        subject: &Subject,
    ) -> Response<Body> {
        if !is_reading(request.method()) {
            return refuse_method();
        }
        let build = if site.portal_route().is_some() { &self.brand } else { &self.main };
        let path = request.uri().path();
        let response = if path == manifest::PATH {
            manifest::manifest_response(site)
        } else if let Some(file) = build.find_file(path) {
            files::file_response(file, path, request.headers())
        } else if !path.starts_with("/assets/") && wants_page(path, request.headers()) {
            page::render(build.template(), site, &self.boot_data(site), subject)
        } else {
            NOT_FOUND.into_response()
        };
        without_body_on_head(request.method(), response)
    }

    /// Serves `GET /api/boot`: the boot data that the page also has inline.
    pub fn answer_boot(&self, site: &SiteRef<'_>, method: &Method) -> Response<Body> {
        if !is_reading(method) {
            return refuse_method();
        }
        let json = serde_json::to_vec(&self.boot_data(site)).unwrap_or_default();
        let mut response = Response::new(Body::from(json));
        let json_type = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json_type);
        without_body_on_head(method, response)
    }

    fn boot_data<'f>(&'f self, site: &SiteRef<'f>) -> BootData<'f> {
        BootData::new(site, &self.build, self.features)
    }
}

/// Returns the article id when the request is for a shared article's page.
pub(crate) fn shared_article(request: &Request<Body>) -> Option<String> {
    let path = request.uri().path();
    let is_page = is_reading(request.method()) && wants_page(path, request.headers());
    sharing::article_at(path).filter(|_| is_page).map(str::to_owned)
}

/// Returns whether a request without a matching file is a page navigation. A missing script or
/// image must stay missing and not turn into a page.
fn wants_page(path: &str, headers: &HeaderMap) -> bool {
    let looks_like_a_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    accept::accepts_html(headers, !looks_like_a_file)
}

fn is_reading(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

fn refuse_method() -> Response<Body> {
    let mut response = METHOD_NOT_ALLOWED.into_response();
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

fn without_body_on_head(method: &Method, response: Response<Body>) -> Response<Body> {
    if *method == Method::HEAD { response.map(|_| Body::empty()) } else { response }
}
